//go:build !linux

package port

import "net"

// keep returns a port that is free.
func keep() (number int, free func(), err error) {
	listener, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		return 0, nil, err
	}
	address := listener.Addr().(*net.TCPAddr) //nolint:forcetypeassert // of a TCP listener
	return address.Port, func() {}, listener.Close()
}
