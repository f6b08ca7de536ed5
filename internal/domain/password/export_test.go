package password

// ParseHash returns the parts of a stored hash, and the hash written from them.
func ParseHash(stored string) (iterations, saltSize, keySize int, again string, err error) {
	parsed, err := parseHash(stored)
	if err != nil {
		return 0, 0, 0, "", err
	}
	return int(parsed.iterations), len(parsed.salt), len(parsed.key), parsed.String(), nil
}
