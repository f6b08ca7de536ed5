// Serves the tables of the schema public by PostGraphile on PORT, as its documentation recommends: with a role that may do nothing
// (DATABASE_URL), which becomes that of the token, and with policies that read the token's claims.
import { createServer } from "node:http";
import { grafserv } from "postgraphile/grafserv/node";
import { makePgService } from "postgraphile/adaptors/pg";
import { PgLazyJWTPreset } from "postgraphile/presets/lazy-jwt";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { postgraphile } from "postgraphile";

const pgl = postgraphile({
  extends: [PostGraphileAmberPreset, PgLazyJWTPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ["public"] })],
  grafserv: { graphiql: false, watch: false, pgJwtSecret: process.env.JWT_SECRET },
  grafast: { explain: false },
});
const server = createServer();
await pgl.createServ(grafserv).addTo(server);
server.listen(Number(process.env.PORT), "127.0.0.1");
