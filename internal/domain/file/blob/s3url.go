package blob

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

const (
	amazon = "s3.amazonaws.com"
	// attempts is how often a request is sent if it fails for a temporary reason.
	attempts = 5
)

var (
	errEndpoint   = errors.New("blob: endpoint must be a URL such as https://storage.example.com, without a path")
	errEncryption = errors.New("blob: ssetype must be AES256, aws:kms or aws:kms:dsse, and kmskeyid needs one of the latter two")
	errFIPS       = errors.New("blob: fips needs a region")
)

// parameters are the parameters in the URL of a bucket, described in docs/install.md.
type parameters struct {
	region, endpoint, profile                    string
	pathStyle, http, accelerate, dualstack, fips bool
	anonymous                                    bool
	encryption                                   encryption
}

// parse reads the parameters of a URL.
func parse(query url.Values) (p parameters, err error) {
	p.region = cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
	p.endpoint = cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"))
	texts := map[string]*string{
		"region": &p.region, "endpoint": &p.endpoint, "profile": &p.profile,
		"ssetype": &p.encryption.algorithm, "kmskeyid": &p.encryption.key,
	}
	switches := map[string]*bool{
		"use_path_style": &p.pathStyle, "s3ForcePathStyle": &p.pathStyle, "hostname_immutable": &p.pathStyle,
		"disable_https": &p.http, "accelerate": &p.accelerate, "dualstack": &p.dualstack, "fips": &p.fips, "anonymous": &p.anonymous,
	}
	for name, values := range query {
		switch value := values[0]; {
		case texts[name] != nil:
			*texts[name] = value
		case switches[name] != nil:
			if *switches[name], err = strconv.ParseBool(value); err != nil {
				return p, fmt.Errorf("blob: %s must be true or false", name)
			}
		case name == "awssdk", name == "rate_limiter_capacity": // of the AWS SDK, without effect
		default:
			return p, fmt.Errorf("blob: unknown parameter %q of the bucket's URL", name)
		}
	}
	p.encryption, err = p.encryption.known()
	return p, err
}

// openBucket opens the bucket at a URL. It sends no request.
func openBucket(location *url.URL) (*bucket, error) {
	if location.Host == "" {
		return nil, errNoURL
	}
	p, err := parse(location.Query())
	if err != nil {
		return nil, err
	}
	b := &bucket{name: location.Host, options: minio.PutObjectOptions{
		ContentType: "application/octet-stream", DisableContentSha256: true, // the checksum of the whole content is signed instead
	}}
	if p.encryption != (encryption{}) {
		b.options.ServerSideEncryption = p.encryption
	}
	host, secure, err := p.server()
	if err != nil {
		return nil, err
	}
	if b.transport, err = minio.DefaultTransport(secure); err != nil {
		return nil, fmt.Errorf("blob: open the bucket: %w", err)
	}
	b.client, err = minio.NewCore(host, &minio.Options{
		Creds: p.credentials(), Secure: secure, Transport: b.transport, Region: p.region, BucketLookup: p.lookup(b.name, host, secure),
		MaxRetries: attempts,
	})
	if err != nil {
		return nil, fmt.Errorf("blob: open the bucket: %w", err)
	}
	b.client.SetS3EnableDualstack(p.dualstack)
	if p.accelerate {
		b.client.SetS3TransferAccelerate("s3-accelerate.amazonaws.com")
	}
	return b, nil
}

// server returns the host of the S3 service, and whether to use HTTPS.
func (p parameters) server() (host string, secure bool, err error) {
	switch {
	case p.endpoint == "" && !p.fips:
		return amazon, !p.http, nil
	case p.endpoint == "":
		if p.region == "" {
			return "", false, errFIPS
		}
		host = "s3-fips."
		if p.dualstack {
			host += "dualstack."
		}
		return host + p.region + ".amazonaws.com", !p.http, nil
	}
	if !strings.Contains(p.endpoint, "://") {
		p.endpoint = "https://" + p.endpoint
	}
	endpoint, err := url.Parse(p.endpoint)
	if err != nil || endpoint.Host == "" || strings.Trim(endpoint.Path, "/") != "" || endpoint.RawQuery != "" || endpoint.User != nil ||
		endpoint.Scheme != "http" && endpoint.Scheme != "https" {
		return "", false, errEndpoint
	}
	return endpoint.Host, endpoint.Scheme == "https", nil
}

// lookup returns where requests name the bucket: in the host name if possible, otherwise in the
// path.
func (p parameters) lookup(bucket, host string, secure bool) minio.BucketLookupType {
	name, _, _ := strings.Cut(host, ":")
	_, notIP := netip.ParseAddr(strings.Trim(name, "[]"))
	switch {
	case p.pathStyle, strings.HasPrefix(host, "["), notIP == nil, secure && strings.Contains(bucket, "."):
		return minio.BucketLookupPath
	case p.endpoint == "":
		return minio.BucketLookupAuto
	}
	return minio.BucketLookupDNS
}

// credentials returns the credentials for signing requests, or nil.
func (p parameters) credentials() *credentials.Credentials {
	if p.anonymous {
		return nil
	}
	file := &credentials.FileAWSCredentials{Profile: p.profile}
	if p.profile != "" {
		return credentials.New(file)
	}
	role := &credentials.IAM{Region: p.region, Client: &http.Client{Timeout: roleTime}}
	found := &chain{providers: []credentials.Provider{&credentials.EnvAWS{}, file}}
	switch {
	case os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE") != "":
		found.providers = []credentials.Provider{&credentials.EnvAWS{}, role, file}
	case os.Getenv("AWS_EC2_METADATA_DISABLED") != "true" || os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI") != "" ||
		os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") != "":
		found.providers = append(found.providers, role)
	}
	return credentials.New(found)
}

// encryption is how S3 encrypts what it stores. The zero value leaves that to the bucket.
type encryption struct {
	algorithm, key string
}

// known returns the encryption with its algorithm in the letter case of S3.
func (e encryption) known() (encryption, error) {
	for _, algorithm := range []string{"AES256", "aws:kms", "aws:kms:dsse"} {
		if strings.EqualFold(e.algorithm, algorithm) && (e.key == "" || algorithm != "AES256") {
			return encryption{algorithm, e.key}, nil
		}
	}
	if e != (encryption{}) {
		return e, errEncryption
	}
	return e, nil
}

// Type implements encrypt.ServerSide.
func (e encryption) Type() encrypt.Type {
	if e.algorithm == "AES256" {
		return encrypt.S3
	}
	return encrypt.KMS
}

// Marshal implements encrypt.ServerSide.
func (e encryption) Marshal(header http.Header) {
	header.Set(encrypt.SseGenericHeader, e.algorithm)
	if e.key != "" {
		header.Set(encrypt.SseKmsKeyID, e.key)
	}
}
