//go:build !linux

package faults_test

import "syscall"

// child returns the attributes of a process of a test.
func child() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
