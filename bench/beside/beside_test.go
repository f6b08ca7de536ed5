// Package beside measures how long a user waits for lists and contacts, first alone, then while
// another firm imports a file. `make bench-beside` runs it.
package beside_test

import (
	"bytes"
	"flag"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
)

var (
	program = flag.String("program", "../../bin/firmhub", "the server")
	length  = flag.Duration("for", 15*time.Second, "how long to read, alone and beside the import")
	rows    = flag.Int("rows", 300_000, "how many rows to import; it must take longer than the reads")
	sqlite  = flag.Bool("sqlite", false, "measure SQLite instead of PostgreSQL")
)

func BenchmarkBeside(b *testing.B) {
	dialect := db.Postgres
	if *sqlite {
		dialect = db.SQLite
	}
	address := bench.Database(b, dialect)
	filling := exec.CommandContext(b.Context(), *program, "demo")
	filling.Env = append(os.Environ(), "FIRMHUB_DATABASE_URL="+address, "FIRMHUB_DATA_DIR="+b.TempDir())
	require.NoError(b, filling.Run())
	u := &users{TB: b, send: bench.OverHTTP(1), url: bench.StartFirmhub(b, *program, address, "FIRMHUB_RATE_LIMIT=off").URL}
	reader := u.send.LogIn(b, u.url, "helena@belavista.example", demo.Password)
	writer := u.send.LogIn(b, u.url, "annika@weitblick.example", demo.Password)
	d, err := db.Open(b.Context(), address)
	require.NoError(b, err)
	defer func() { require.NoError(b, d.Close()) }()
	processed := func() int {
		found, err := db.All[int](bench.SQL(b, d), "SELECT processed_rows FROM contact_imports WHERE status IN ('Queued', 'Running')")
		require.NoError(b, err)
		require.Len(b, found, 1, "the import has ended before the reads: give it more -rows")
		return found[0]
	}
	u.read(reader, *length/5) // warms up
	t := &bench.Table{Heading: "milliseconds", Columns: []string{"", "reads", "p50", "p99", "imported rows a second"}, Words: 1}
	took := u.read(reader, *length)
	t.Rows = append(t.Rows, append([]string{"alone", strconv.Itoa(len(took))}, append(bench.Times(took), "")...))
	u.startImport(writer)
	const underWay = 10_000
	require.Eventually(b, func() bool { return processed() > underWay }, time.Minute, 200*time.Millisecond)
	before, began := processed(), time.Now()
	took = u.read(reader, *length)
	speed := fmt.Sprintf("%.0f", float64(processed()-before)/time.Since(began).Seconds())
	t.Rows = append(t.Rows, append([]string{"beside an import", strconv.Itoa(len(took))}, append(bench.Times(took), speed)...))
	t.Print(false)
}

// users send requests to a server.
type users struct {
	testing.TB
	send bench.Sender
	url  string
}

func (u *users) ask(token, method, path string, body, out any) {
	u.send.Ask(u, bench.NewRequest(u, method, u.url+path, token, body), out)
}

// read requests pages of 20 contacts and single contacts in turn, one after the other.
func (u *users) read(token string, length time.Duration) (took []time.Duration) {
	const getall, pages = "/api/V1/Contact/getall", 5
	var list struct {
		Data struct{ Items []struct{ ID string } }
	}
	u.ask(token, http.MethodPost, getall, map[string]any{"pageSize": 100}, &list)
	contacts := list.Data.Items
	for began, i := time.Now(), 0; i == 0 || time.Since(began) < length; i++ {
		at := time.Now()
		if i%2 == 0 {
			u.ask(token, http.MethodPost, getall, map[string]any{"page": 1 + i/2%pages, "pageSize": 20}, nil)
		} else {
			u.ask(token, http.MethodGet, "/api/V1/Contact/get/"+contacts[i/2%len(contacts)].ID, nil, nil)
		}
		took = append(took, time.Since(at))
	}
	return took
}

// startImport imports a file of people who are all different, with a phone, an e-mail and three
// tags.
func (u *users) startImport(token string) {
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	content, err := writer.CreateFormFile("file", "contacts.csv")
	require.NoError(u, err)
	fmt.Fprint(content, "firstName,lastName,phone,email,tags\n")
	for i := range *rows {
		fmt.Fprintf(content, "Maria%d,da Silva %d,(%d) 9%04d-%04d,maria.silva%d@example.com,\"region %d;plan %d;source %d\"\n",
			i%997, i%1013, 11+i%9, i/10_000%10_000, i%10_000, i, i%27, i%5, i%40)
	}
	require.NoError(u, writer.Close())
	upload, err := http.NewRequestWithContext(u.Context(), http.MethodPost, u.url+"/api/v1/file/upload", &form)
	require.NoError(u, err)
	upload.Header.Set("Content-Type", writer.FormDataContentType())
	upload.Header.Set("Authorization", "Bearer "+token)
	var file struct{ Data struct{ FileID string } }
	u.send.Ask(u, upload, &file)
	u.ask(token, http.MethodPost, "/api/V1/Contact/import/upload", map[string]any{"fileId": file.Data.FileID, "defaultPhoneCC": "+55"}, nil)
}
