package demo

import (
	"net"
	"strconv"
)

// Origins returns the default web origins of the development servers of front-ends, such as Vite,
// Next.js and Angular. With serve --demo their pages may call the API, so that a first front-end
// needs no setting.
func Origins() (all []string) {
	for _, port := range []int{3000, 3001, 4173, 4200, 4321, 5173, 5174, 5500, 8000, 8081} {
		for _, host := range []string{"localhost", "127.0.0.1"} {
			all = append(all, "http://"+net.JoinHostPort(host, strconv.Itoa(port)))
		}
	}
	return all
}
