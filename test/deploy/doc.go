// Package deploy has the unit of systemd, and the tests of what firmhub is installed with: the
// image, the compose file, the unit, the release and docs/install.md.
package deploy
