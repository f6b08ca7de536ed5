package port

import (
	"errors"
	"syscall"
)

// keep binds a socket that does not listen. As every server does, it sets SO_REUSEADDR: then
// another socket that names the port may be bound, too, and the port is chosen for none that does
// not.
func keep() (number int, free func(), err error) {
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, nil, err
	}
	free = func() { _ = syscall.Close(socket) }
	defer func() {
		if err != nil {
			free()
		}
	}()
	if err := syscall.SetsockoptInt(socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return 0, nil, err
	}
	if err := syscall.Bind(socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return 0, nil, err
	}
	bound, err := syscall.Getsockname(socket)
	if err != nil {
		return 0, nil, err
	}
	address, ok := bound.(*syscall.SockaddrInet4)
	if !ok {
		return 0, nil, errors.New("port: the address has another form")
	}
	return address.Port, free, nil
}
