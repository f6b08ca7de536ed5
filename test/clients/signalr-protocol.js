import { readFileSync } from 'node:fs';
import signalr from '@microsoft/signalr';
import handshakes from '@microsoft/signalr/dist/cjs/HandshakeProtocol.js';
import msgpack from '@microsoft/signalr-protocol-msgpack';

// Encodes and decodes as the official SignalR client does. Standard input is {protocol, received, sent, handshake}: messages
// of a server in base64, messages of a client as objects, and a handshake answer in base64. Standard output is the same,
// decoded and encoded, with the handshake request of the protocol as request.
const input = JSON.parse(readFileSync(0));
const binary = input.protocol === 'messagepack';
const protocol = binary ? new msgpack.MessagePackHubProtocol() : new signalr.JsonHubProtocol();
const handshake = new handshakes.HandshakeProtocol();

const decode = (text) => {
  const bytes = Buffer.from(text, 'base64');
  // An ArrayBuffer of its own: those of small buffers are parts of a pool.
  return binary ? new Uint8Array(bytes).buffer : bytes.toString('utf8');
};
const encode = (data) => Buffer.from(data).toString('base64');

const [rest, answer] = handshake.parseHandshakeResponse(decode(input.handshake));
console.log(JSON.stringify({
  received: protocol.parseMessages(decode(input.received), signalr.NullLogger.instance),
  sent: input.sent.map((message) => encode(protocol.writeMessage(message))),
  handshake: { answer, rest: rest ? encode(rest) : '' },
  request: encode(handshake.writeHandshakeRequest({ protocol: protocol.name, version: protocol.version })),
}));
