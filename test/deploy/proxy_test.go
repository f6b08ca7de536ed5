package deploy_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/test/port"
)

// fileLimit is how many bytes an uploaded file may have.
const fileLimit = 200 << 20

// TestNginx and TestCaddy serve by the examples of proxies, with the addresses, the ports and the
// certificate of the test.

func TestNginx(t *testing.T) {
	t.Parallel()
	p := newProxied(t)
	text, err := os.ReadFile(filepath.Join(root, "deploy", "nginx", "firmhub.conf"))
	require.NoError(t, err)
	plain := port.Keep(t)
	site := strings.NewReplacer(
		"server 127.0.0.1:8080;", "server "+p.upstream+";", "listen 80;", "listen 127.0.0.1:"+plain+";", "listen [::]:80;", "",
		"listen 443 ", "listen 127.0.0.1:"+p.port+" ", "listen [::]:443 ssl http2;", "", "api.example.com;", "localhost;",
		"/etc/letsencrypt/live/api.example.com/fullchain.pem", p.certificate, "/etc/letsencrypt/live/api.example.com/privkey.pem", p.key,
		"/var/log/nginx/firmhub.log", filepath.Join(p.dir, "access.log"),
	).Replace(string(text))
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, "firmhub.conf"), []byte(site), 0o600))
	main := &strings.Builder{}
	if os.Getuid() == 0 {
		main.WriteString("user root;\n")
	}
	fmt.Fprintf(main, "daemon off;\npid %[1]s/nginx.pid;\nerror_log %[1]s/error.log;\nevents {}\nhttp {\n"+
		"client_body_temp_path %[1]s/body;\nproxy_temp_path %[1]s/proxy;\nfastcgi_temp_path %[1]s/f;\nuwsgi_temp_path %[1]s/u;\n"+
		"scgi_temp_path %[1]s/s;\ninclude %[1]s/firmhub.conf;\n}\n", p.dir)
	configuration := filepath.Join(p.dir, "nginx.conf")
	require.NoError(t, os.WriteFile(configuration, []byte(main.String()), 0o600))
	nginx := "nginx"
	if _, err := exec.LookPath(nginx); err != nil {
		nginx = "/usr/sbin/nginx" // Debian keeps it off the PATH of users.
	}
	said := p.start(t, exec.CommandContext(context.WithoutCancel(t.Context()), nginx, "-e", filepath.Join(p.dir, "error.log"), "-c", configuration))
	p.test(t)

	moved := p.do(t, http.MethodGet, "http://localhost:"+plain+"/docs?x=1", "", nil) //nolint:bodyclose // do closes it
	require.Equal(t, http.StatusPermanentRedirect, moved.StatusCode)
	require.Equal(t, "https://localhost/docs?x=1", moved.Header.Get("Location"))
	p.testTokens(t, func() string {
		for _, name := range []string{"access.log", "error.log"} {
			logged, err := os.ReadFile(filepath.Join(p.dir, name))
			require.NoError(t, err)
			_, _ = said.Write(logged)
		}
		return said.String()
	})
}

func TestCaddy(t *testing.T) {
	t.Parallel()
	p := newProxied(t)
	text, err := os.ReadFile(filepath.Join(root, "deploy", "caddy", "Caddyfile"))
	require.NoError(t, err)
	site := strings.NewReplacer(
		"\n{\n", "\n{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n",
		"\napi.example.com {", "\nhttps://localhost:"+p.port+" {\n\ttls "+p.certificate+" "+p.key, "reverse_proxy 127.0.0.1:8080", "reverse_proxy "+p.upstream,
	).Replace(string(text))
	configuration := filepath.Join(p.dir, "Caddyfile")
	require.NoError(t, os.WriteFile(configuration, []byte(site), 0o600))
	caddy := exec.CommandContext(context.WithoutCancel(t.Context()), "caddy", "run", "--config", configuration, "--adapter", "caddyfile")
	caddy.Env = append(os.Environ(), "HOME="+p.dir, "XDG_DATA_HOME="+p.dir, "XDG_CONFIG_HOME="+p.dir)
	said := p.start(t, caddy)
	p.test(t)
	p.testTokens(t, said.String)
}

// proxied is a server with demo data behind a proxy with TLS.
type proxied struct {
	dir, upstream, port, url string
	// stop stops the server.
	stop             func()
	certificate, key string
	// client connects from another address than the proxy, and trusts the certificate.
	client *http.Client
	token  string
}

func newProxied(t *testing.T) *proxied {
	t.Helper()
	p := &proxied{dir: t.TempDir(), port: port.Keep(t)}
	p.url = "https://localhost:" + p.port
	pool := p.certify(t)
	// It is stopped at the end, when the context of the test has ended.
	serving := exec.CommandContext(context.WithoutCancel(t.Context()), program(t), "serve", "--demo", "--addr=127.0.0.1:0", "--data-dir="+filepath.Join(p.dir, "data"),
		"--public-url="+p.url, "--trusted-proxies=127.0.0.1", "--rate-limit=off")
	serving.Env = append(os.Environ(), "FIRMHUB_LOG=error")
	url, stop := server(t, serving)
	p.stop = sync.OnceFunc(stop)
	t.Cleanup(p.stop)
	p.upstream = strings.TrimPrefix(url, "http://")
	dialer := &net.Dialer{}
	if address := net.ParseIP("127.0.0.2"); isLocal(t.Context(), address) {
		dialer.LocalAddr = &net.TCPAddr{IP: address}
	}
	p.client = &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}, DialContext: func(
			ctx context.Context, network, address string,
		) (net.Conn, error) {
			return dialer.DialContext(ctx, network, strings.Replace(address, "localhost", "127.0.0.1", 1))
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return p
}

// isLocal reports whether this machine can send from an address. macOS has 127.0.0.1 alone.
func isLocal(ctx context.Context, address net.IP) bool {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", net.JoinHostPort(address.String(), "0"))
	return err == nil && listener.Close() == nil
}

// certify writes a certificate for localhost, signed by itself.
func (p *proxied) certify(t *testing.T) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	p.certificate, p.key = filepath.Join(p.dir, "certificate.pem"), filepath.Join(p.dir, "key.pem")
	encoded := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})
	require.NoError(t, os.WriteFile(p.certificate, encoded, 0o600))
	require.NoError(t, os.WriteFile(p.key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
	pool := x509.NewCertPool()
	require.True(t, pool.AppendCertsFromPEM(encoded))
	return pool
}

// start starts the proxy, waits until it answers, and returns what it says. The command must not
// end with the context of the test, which would kill nginx without its workers.
func (p *proxied) start(t *testing.T, proxy *exec.Cmd) *output {
	t.Helper()
	said := &output{}
	proxy.Stdout, proxy.Stderr = said, said
	require.NoError(t, proxy.Start(), "make test installs the proxies")
	ended := make(chan struct{})
	go func() {
		_ = proxy.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = proxy.Process.Signal(syscall.SIGTERM)
		<-ended
	})
	for every := time.NewTicker(50 * time.Millisecond); ; { // nothing else says that it listens
		select {
		case <-ended:
			require.Fail(t, "the proxy has ended", said.String())
		case <-every.C:
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, p.url+"/docs", http.NoBody)
		require.NoError(t, err)
		if answer, err := p.client.Do(request); err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				every.Stop()
				return said
			}
		}
	}
}

// test uses the server through the proxy.
func (p *proxied) test(t *testing.T) {
	t.Helper()
	var login struct{ Data struct{ Token string } }
	p.json(t, http.MethodPost, "/api/v1/auth/login", `{"email":"helena@belavista.example","password":"Try-firmhub-1"}`, &login)
	p.token = login.Data.Token

	var sessions struct{ Data []struct{ Address string } }
	p.json(t, http.MethodGet, "/api/v1/auth/sessions", "", &sessions)
	want := "127.0.0.2"
	if !isLocal(t.Context(), net.ParseIP(want)) {
		want = "203.0.113.9" // Client and proxy have one address, and the client is believed as a proxy is.
	}
	require.Equal(t, want, sessions.Data[0].Address)

	var graphql struct {
		Data struct {
			Me struct{ User struct{ Email string } }
		}
	}
	p.json(t, http.MethodPost, "/graphql", `{"query":"{ me { user { email } } }"}`, &graphql)
	require.Equal(t, "helena@belavista.example", graphql.Data.Me.User.Email)
	for _, path := range []string{"/metrics", "/healthz", "/readyz"} {
		require.Equal(t, http.StatusNotFound, p.do(t, http.MethodGet, p.url+path, "", nil).StatusCode, path) //nolint:bodyclose // do closes it
	}

	clients := exec.CommandContext(t.Context(), "node", "proxied.js", p.url, p.token)
	clients.Dir = filepath.Join(root, "test", "clients")
	clients.Env = append(os.Environ(), "NODE_EXTRA_CA_CERTS="+p.certificate)
	require.Equal(t, "WebSockets\nServerSentEvents\nLongPolling\ngraphql-transport-ws\nsse\n", run(t, clients))

	t.Run("the largest file", func(t *testing.T) {
		require.Equal(t, http.StatusCreated, p.upload(t, fileLimit))
	})
	t.Run("a file above the limit", func(t *testing.T) {
		require.Equal(t, http.StatusRequestEntityTooLarge, p.upload(t, fileLimit+1))
	})
}

// testTokens stops the server, and reads all that the proxy logs: no token is there.
func (p *proxied) testTokens(t *testing.T, logged func() string) {
	t.Helper()
	const links = 2
	const secret = "eyJsecret"
	p.stop()
	for _, path := range []string{
		"/u/" + secret, "/m/" + secret + "?download=1", "/notificationhub?id=1&access_token=" + secret, "/console/reset?token=" + secret, "/the-last",
	} {
		answer := p.do(t, http.MethodGet, p.url+path, "", nil) //nolint:bodyclose // do closes it
		require.GreaterOrEqual(t, answer.StatusCode, http.StatusBadGateway, path)
	}
	var text string
	require.Eventually(t, func() bool { // It logs after the answer.
		text = logged()
		return strings.Contains(text, "/the-last")
	}, time.Minute, 10*time.Millisecond)
	require.GreaterOrEqual(t, strings.Count(text, "/u/-")+strings.Count(text, "/m/-"), links)
	require.NotContains(t, text, secret)
	require.NotContains(t, text, p.token)
}

// output is what a process writes, which may be read meanwhile.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b) //nolint:wrapcheck // It is always nil.
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// json sends a request, and decodes the answer.
func (p *proxied) json(t *testing.T, method, path, body string, into any) {
	t.Helper()
	answer := p.do(t, method, p.url+path, "application/json", strings.NewReader(body)) //nolint:bodyclose // do closes it
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode, "%s", text)
	require.NoError(t, json.Unmarshal(text, into))
}

func (p *proxied) do(t *testing.T, method, url, contentType string, body io.Reader) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, body)
	require.NoError(t, err)
	request.Header.Set("X-Forwarded-For", "203.0.113.9")
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if p.token != "" {
		request.Header.Set("Authorization", "Bearer "+p.token)
	}
	answer, err := p.client.Do(request)
	require.NoError(t, err)
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// upload uploads a table of contacts of a size, and returns the status of the answer.
func (p *proxied) upload(t *testing.T, size int64) int {
	t.Helper()
	var frame bytes.Buffer
	form := multipart.NewWriter(&frame)
	_, err := form.CreateFormFile("file", "contacts.csv")
	require.NoError(t, err)
	head := frame.Len()
	require.NoError(t, form.Close())
	body := io.MultiReader(bytes.NewReader(frame.Bytes()[:head]), io.LimitReader(newTable(), size), bytes.NewReader(frame.Bytes()[head:]))
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+"/api/v1/file/upload", body)
	require.NoError(t, err)
	request.ContentLength = int64(frame.Len()) + size
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+p.token)
	answer, err := p.client.Do(request)
	require.NoError(t, err)
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.True(t, json.Valid(text), "firmhub answers, not the proxy: %s", text)
	return answer.StatusCode
}

// table is a table of contacts without an end.
type table struct {
	rows []byte
	at   int
}

func newTable() *table {
	rows := []byte("firstName,phone\n")
	for i := range 4000 {
		rows = append(rows, "Ada,+55 11 91000-"+strconv.Itoa(1000+i)+"\n"...)
	}
	return &table{rows: rows}
}

func (c *table) Read(into []byte) (int, error) {
	n := copy(into, c.rows[c.at:])
	c.at = (c.at + n) % len(c.rows)
	return n, nil
}
