package faults_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A clock can't be set for one process alone. Programs read it by functions that the kernel maps
// into each process (vDSO). These are replaced by functions that ask the kernel and add a number of
// seconds. As when an operator sets a clock, only the time of day changes, not the monotonic clock.
var ( //nolint:gochecknoglobals // constants
	// mov eax, 228 (clock_gettime); syscall; test edi, edi (CLOCK_REALTIME); jnz +7; add qword
	// [rsi], seconds; ret.
	clockGettime = []byte{0xb8, 228, 0, 0, 0, 0x0f, 0x05, 0x85, 0xff, 0x75, 0x07, 0x48, 0x81, 0x06, 0, 0, 0, 0, 0xc3}
	// mov eax, 96 (gettimeofday); syscall; test rdi, rdi; jz +7; add qword [rdi], seconds; ret.
	gettimeofday = []byte{0xb8, 96, 0, 0, 0, 0x0f, 0x05, 0x48, 0x85, 0xff, 0x74, 0x07, 0x48, 0x81, 0x07, 0, 0, 0, 0, 0xc3}
)

// step sets the clock of a process to a time before or after that of the machine.
func step(t *testing.T, by time.Duration, pid int) {
	t.Helper()
	require.NoError(t, setClock(pid, by))
}

// stepAll sets the clock of a process and of those that it has started, any of which may end
// meanwhile. The process itself is the first, since those that it starts later have its clock.
func stepAll(t *testing.T, by time.Duration, pid int) {
	t.Helper()
	step(t, by, pid)
	for _, child := range children(t, pid) {
		if err := setClock(child, by); !hasEnded(child) {
			require.NoError(t, err)
		}
	}
}

var errInside = errors.New("a thread reads the clock just now")

// setClock sets the clock of a process as soon as none of its threads reads it.
func setClock(pid int, by time.Duration) error {
	for began := time.Now(); ; {
		err := trySetClock(pid, int32(by.Seconds()))
		if !errors.Is(err, errInside) || time.Since(began) > patience {
			return err
		}
	}
}

// hasEnded reports whether there is no such process, or only what is left of it for its parent.
func hasEnded(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || state(stat) == "Z" || state(stat) == "X"
}

// state returns the state of a process or thread as a letter.
func state(stat []byte) string {
	words := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	return string(words[0])
}

func trySetClock(pid int, seconds int32) (err error) {
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, syscall.Kill(pid, syscall.SIGCONT)) }()
	process := fmt.Sprintf("/proc/%d", pid)
	if err := awaitStop(pid); err != nil {
		return err
	}
	from, to, err := vdso(process)
	if err != nil {
		return err
	}
	if err := outside(process, from, to); err != nil {
		return err
	}
	memory, err := os.OpenFile(filepath.Join(process, "mem"), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, memory.Close()) }()
	image := make([]byte, to-from)
	if _, err := memory.ReadAt(image, from); err != nil {
		return err
	}
	parsed, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return err
	}
	symbols, err := parsed.DynamicSymbols()
	if err != nil {
		return err
	}
	for _, symbol := range symbols {
		code := map[string][]byte{"__vdso_clock_gettime": clockGettime, "__vdso_gettimeofday": gettimeofday}[symbol.Name]
		if code == nil {
			continue
		}
		if symbol.Size < uint64(len(code)) {
			return fmt.Errorf("%s has %d bytes", symbol.Name, symbol.Size)
		}
		patched := bytes.Clone(code)
		binary.LittleEndian.PutUint32(patched[len(patched)-5:], uint32(seconds))     //nolint:gosec // two's complement
		if _, err := memory.WriteAt(patched, from+int64(symbol.Value)); err != nil { //nolint:gosec // inside of the image
			return err
		}
	}
	return nil
}

// vdso returns where the functions of the kernel are.
func vdso(process string) (from, to int64, err error) {
	maps, err := os.ReadFile(filepath.Join(process, "maps"))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(maps)) {
		if strings.HasSuffix(strings.TrimSpace(line), "[vdso]") {
			_, err = fmt.Sscanf(line, "%x-%x", &from, &to)
			return from, to, err
		}
	}
	return 0, 0, errors.New("the process has no vDSO")
}

// awaitStop waits until all threads of a process have stopped.
func awaitStop(pid int) error {
	for began := time.Now(); ; runtime.Gosched() { // The kernel tells nobody but the parent.
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
		if err != nil {
			return err
		}
		running := slices.ContainsFunc(threads, func(thread string) bool {
			stat, err := os.ReadFile(thread)
			return err != nil || state(stat) != "T" // With an error it has just ended.
		})
		switch {
		case len(threads) == 0 || hasEnded(pid):
			return syscall.ESRCH
		case !running:
			return nil
		case time.Since(began) > patience:
			return fmt.Errorf("the process %d does not stop", pid)
		}
	}
}

// outside returns errInside if a thread, all of which have stopped, is in the functions.
func outside(process string, from, to int64) error {
	threads, err := filepath.Glob(filepath.Join(process, "task", "*"))
	if err != nil {
		return err
	}
	for _, thread := range threads {
		call, err := os.ReadFile(filepath.Join(thread, "syscall"))
		if err != nil {
			return err
		}
		words := strings.Fields(string(call))
		at, err := strconv.ParseUint(strings.TrimPrefix(words[len(words)-1], "0x"), 16, 64)
		if err != nil {
			return fmt.Errorf("%s: %w", call, err)
		}
		if at >= uint64(from) && at < uint64(to) { //nolint:gosec // addresses of a process
			return errInside
		}
	}
	return nil
}
