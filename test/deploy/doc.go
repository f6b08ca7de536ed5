// Package deploy tests what firmhub is installed with: the image, the compose file, the unit of
// systemd, the release and docs/install.md. The unit is in this folder.
package deploy
