// Package deploy tests what firmhub is installed with: the image, the compose file, the unit of
// systemd, the release, the chart, docs/install.md and docs/operations.md.
package deploy
