// Package deploy has the files that firmhub is installed with. Its tests check them.
package deploy
