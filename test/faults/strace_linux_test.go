package faults_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// ended matches a call without an error that writes no data: its name, the file, and its last
// argument.
var ended = regexp.MustCompile(`^(\w+)\((?:\d+<([^>]*)>|(?:AT_FDCWD(?:<[^>]*>)?, )?"([^"]*)")(?:, ([^"]*?))?\) = \d+`)

// maxThreads is more than the threads of a server, each of which has a line at the end of a trace.
const maxThreads = 500

// readDisk reads what strace has recorded about a database in a folder, when strace has ended.
func readDisk(t *testing.T, trace, folder string, process int) *disk {
	t.Helper()
	d := &disk{}
	begun := map[string]string{} // by thread
	began := map[string]int{}
	for _, line := range awaitTrace(t, trace, process) {
		thread, rest, _ := strings.Cut(line, " ")
		clock, call, _ := strings.Cut(strings.TrimSpace(rest), " ")
		start := len(d.events)
		if text, ok := strings.CutSuffix(call, " <unfinished ...>"); ok {
			begun[thread], began[thread] = text, start
			continue
		}
		if strings.HasPrefix(call, "<... ") {
			_, rest, _ := strings.Cut(call, "resumed>")
			call, start = begun[thread]+rest, began[thread]
		}
		e, path, found := parse(t, call)
		if !found {
			continue // Its end is an error, or of the process.
		}
		seconds, micros, _ := strings.Cut(clock, ".")
		e.at, e.began = time.Unix(int64(number(t, seconds)), int64(number(t, micros))*1000), start
		e.file = strings.TrimPrefix(path, filepath.Join(folder, "firmhub.db"))
		if path == folder {
			e.file = "/"
		}
		d.events = append(d.events, e)
	}
	require.NotEmpty(t, d.events)
	return d
}

// parse returns the event of a call that changes something, and the path of its file.
func parse(t *testing.T, call string) (e event, path string, found bool) {
	t.Helper()
	if rest, ok := strings.CutPrefix(call, "pwrite64("); ok {
		name, rest, _ := strings.Cut(rest, ">, ")
		end := strings.LastIndexByte(rest, '"') + 1
		require.True(t, strings.HasPrefix(rest[end:], ", "), "the data are cut: %s", rest[end:])
		numbers, result, _ := strings.Cut(rest[end+2:], ") = ")
		size, offset, _ := strings.Cut(numbers, ", ")
		e = event{call: "pwrite64", data: unquote(t, rest[:end]), offset: int64(number(t, offset))}
		require.Len(t, e.data, number(t, size))
		require.Equal(t, size, result, "all of it is written")
		_, path, _ = strings.Cut(name, "<")
		return e, path, true
	}
	words := ended.FindStringSubmatch(call)
	if words == nil {
		return event{}, "", false
	}
	e = event{call: words[1]}
	switch e.call {
	case "open", "openat":
		if !strings.Contains(call, "O_CREAT") {
			return event{}, "", false
		}
		e.call = "create"
	case "unlinkat":
		e.call = "unlink"
	case "fdatasync":
		e.call = "fsync"
	case "ftruncate":
		e.offset = int64(number(t, words[4]))
	}
	return e, words[2] + words[3], true
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// awaitTrace returns the lines of a trace when it has the end of its process.
func awaitTrace(t *testing.T, trace string, process int) (lines []string) {
	t.Helper()
	end := regexp.MustCompile(fmt.Sprintf(`^%d .*\+\+\+ (exited|killed)`, process))
	for began := time.Now(); ; {
		file, err := os.Open(trace)
		require.NoError(t, err)
		lines = nil
		scanner := bufio.NewScanner(file)
		const longest = 1 << 20
		scanner.Buffer(nil, longest)
		for scanner.Scan() {
			lines = append(lines, scanner.Text())
		}
		require.NoError(t, scanner.Err())
		require.NoError(t, file.Close())
		if slices.ContainsFunc(lines[max(0, len(lines)-maxThreads):], end.MatchString) {
			return lines
		}
		require.Less(t, time.Since(began), patience, "strace does not end")
		time.Sleep(100 * time.Millisecond) //nolint:forbidigo // strace sends no signal
	}
}

// unquote returns the bytes of a text of strace.
func unquote(t *testing.T, text string) []byte {
	t.Helper()
	require.True(t, strings.HasPrefix(text, `"`) && strings.HasSuffix(text, `"`), "a text is cut")
	text = text[1 : len(text)-1]
	data := make([]byte, 0, len(text)/2)
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			data = append(data, text[i])
			continue
		}
		i++
		switch text[i] {
		case 'x':
			data = append(data, hexadecimal(text[i+1])<<4|hexadecimal(text[i+2]))
			i += 2
		case 'n', 't', 'r', 'v', 'f':
			data = append(data, map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'v': '\v', 'f': '\f'}[text[i]])
		case '"', '\\':
			data = append(data, text[i])
		default: // octal
			end := i + 1
			for end < len(text) && end < i+3 && text[end] >= '0' && text[end] <= '7' {
				end++
			}
			b, err := strconv.ParseUint(text[i:end], 8, 8)
			require.NoError(t, err)
			data = append(data, byte(b))
			i = end - 1
		}
	}
	return data
}

func hexadecimal(digit byte) byte {
	if digit >= 'a' {
		return digit - 'a' + 10
	}
	return digit - '0'
}
