package faults_test

import "syscall"

// child returns the attributes of a process that ends with the tests.
func child() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
