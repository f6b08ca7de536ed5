// Package wire is the client side of a WebSocket (RFC 6455), with no more than the measurements of
// the hub need, so that ten thousand clients take little of the machine that the server runs on.
package wire

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

// Socket is a WebSocket. One goroutine may read and others may write.
type Socket struct {
	conn   net.Conn
	reader *bufio.Reader
	frame  []byte
}

// silence is how long a server may send nothing.
const silence = 40 * time.Second

// The opcodes of frames.
const (
	opText  = 0x1
	opClose = 0x8
	opPing  = 0x9
	opPong  = 0xa
)

// Dial opens a WebSocket within 40 seconds. The receive buffer of the system is as small as it can
// be for a client that will not read.
func Dial(ctx context.Context, target *url.URL, reads bool) (*Socket, error) {
	dialer := net.Dialer{Timeout: silence}
	conn, err := dialer.DialContext(ctx, "tcp", target.Host)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(silence)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	size := 4 << 10
	if tcp, ok := conn.(*net.TCPConn); ok && !reads {
		size = 512
		if err := tcp.SetReadBuffer(1); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	s := &Socket{conn: conn, reader: bufio.NewReaderSize(conn, size)}
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", target.RequestURI(), target.Host)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	response, err := http.ReadResponse(s.reader, nil) //nolint:bodyclose // the socket is its body
	if err == nil && response.StatusCode != http.StatusSwitchingProtocols {
		body, _ := io.ReadAll(io.LimitReader(response.Body, 500))
		err = fmt.Errorf("the server answers %s: %s", response.Status, body)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return s, conn.SetDeadline(time.Time{})
}

// Write sends a text of less than 126 bytes.
func (s *Socket) Write(text string) error { return s.write(opText, []byte(text)) }

// write sends a frame. The mask is zero, which leaves the data as it is.
func (s *Socket) write(opcode byte, data []byte) error {
	frame := append([]byte{0x80 | opcode, 0x80 | byte(len(data)), 0, 0, 0, 0}, data...)
	_, err := s.conn.Write(frame)
	return err
}

// Close cuts the connection.
func (s *Socket) Close() { _ = s.conn.Close() }

// Read returns the next text, which is valid until the next call. It answers pings, and fails when
// nothing comes for 40 seconds.
func (s *Socket) Read() ([]byte, error) {
	s.frame = s.frame[:0]
	if err := s.conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return nil, err
	}
	for {
		var head [2]byte
		if _, err := io.ReadFull(s.reader, head[:]); err != nil {
			return nil, err
		}
		length := uint64(head[1])
		var err error
		switch length {
		case 126:
			length, err = s.number(2)
		case 127:
			length, err = s.number(8)
		}
		start := len(s.frame)
		if err == nil {
			s.frame = append(s.frame, make([]byte, length)...)
			_, err = io.ReadFull(s.reader, s.frame[start:])
		}
		if err != nil {
			return nil, err
		}
		switch head[0] & 0xf {
		case opClose:
			return nil, io.EOF
		case opPing:
			err = s.write(opPong, s.frame[start:])
			s.frame = s.frame[:start]
		case opPong:
			s.frame = s.frame[:start]
		default:
			if head[0]&0x80 != 0 { //nolint:gosec // G602: an array of two
				return s.frame, nil
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

func (s *Socket) number(size int) (uint64, error) {
	var number [8]byte
	_, err := io.ReadFull(s.reader, number[8-size:])
	return binary.BigEndian.Uint64(number[:]), err
}
