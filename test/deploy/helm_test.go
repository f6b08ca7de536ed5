package deploy_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/firmhub/firmhub/internal/app/version"
)

// values are examples of values, from one instance with SQLite to everything at once.
var values = map[string]string{ //nolint:gochecknoglobals // a table
	"sqlite": "",
	"ingress": `
ingress: {enabled: true, className: nginx, host: api.example.com, tlsSecret: api-tls, annotations: {nginx.ingress.kubernetes.io/proxy-body-size: 202m}}
trustedProxies: [10.0.0.0/8, "fd00::/8"]
secretFiles: firmhub-files
config: {FIRMHUB_OIDC: /etc/firmhub/oidc.json, FIRMHUB_LOG: "info,json", FIRMHUB_NOTIFICATION_DAYS: 30}
`,
	"postgres": `
database: postgres
existingSecret: firmhub
replicaCount: 3
natsUrl: nats://nats:4222
filesUrl: s3://bucket?region=eu-west-1
`,
	"shared volume": `
database: postgres
existingSecret: firmhub
replicaCount: 2
natsFromSecret: true
persistence: {accessMode: ReadWriteMany, storageClass: nfs}
`,
	"volume of one node": `
database: postgres
existingSecret: firmhub
`,
	"claim of one node": `
database: postgres
existingSecret: firmhub
persistence: {existingClaim: files}
`,
	"shared claim": `
database: postgres
existingSecret: firmhub
replicaCount: 2
natsUrl: nats://nats:4222
persistence: {existingClaim: files}
`,
	"everything": `
database: postgres
existingSecret: firmhub
natsUrl: nats://nats:4222
filesUrl: s3://bucket?region=eu-west-1
publicUrl: https://api.example.com
image: {tag: 1.2.3, pullPolicy: Always}
imagePullSecrets: [{name: registry}]
service: {type: LoadBalancer, port: 8080, annotations: {a: b}}
ingress: {enabled: true, host: api.example.com}
autoscaling: {enabled: true, minReplicas: 2, maxReplicas: 9}
podDisruptionBudget: {enabled: true, maxUnavailable: 25%}
networkPolicy:
  enabled: true
  from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ingress}}}]
  metricsFrom: [{podSelector: {matchLabels: {app: prometheus}}}]
serviceMonitor: {enabled: true, labels: {release: prometheus}}
serviceAccount: {annotations: {eks.amazonaws.com/role-arn: "arn:aws:iam::1:role/firmhub"}}
podAnnotations: {a: b}
nodeSelector: {disk: fast}
tolerations: [{key: dedicated, operator: Exists}]
affinity: {podAntiAffinity: {}}
startupSeconds: 7200
`,
}

// documented is the name of the example in docs/install.md.
const documented = "documented"

// strategies are how the instances of the examples are replaced: a new one can't start beside the
// old one if only one of them can have the volume.
var strategies = map[string]string{ //nolint:gochecknoglobals // a table
	"sqlite": "Recreate", "ingress": "Recreate", "volume of one node": "Recreate", "claim of one node": "Recreate",
	"postgres": "RollingUpdate", "shared volume": "RollingUpdate", "shared claim": "RollingUpdate", "everything": "RollingUpdate",
	documented: "RollingUpdate",
}

// TestHelm makes the objects of the chart, and checks them by the schemas of Kubernetes.
func TestHelm(t *testing.T) {
	t.Parallel()
	chart := filepath.Join(root, "deploy", "helm", "firmhub")
	var about struct {
		AppVersion string `yaml:"appVersion"`
	}
	text, err := os.ReadFile(filepath.Join(chart, "Chart.yaml"))
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(text, &about))
	require.Equal(t, version.Semantic(), about.AppVersion)
	run(t, tool(t, "helm", "lint", "--strict", "deploy/helm/firmhub"))
	help := run(t, exec.CommandContext(t.Context(), program(t), "serve", "--help"))

	examples := maps.Clone(values)
	examples[documented] = blocks(t, installDoc, "yaml")[0]
	for name, given := range examples {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made, said, err := render(t, given)
			require.NoError(t, err, said)
			check := tool(t, "kubeconform", "-strict", "-summary", "-schema-location",
				"test/deploy/kubernetes/schemas/{{ .ResourceKind }}{{ .KindSuffix }}.json")
			check.Stdin = strings.NewReader(made)
			require.Contains(t, run(t, check), "Invalid: 0, Errors: 0, Skipped: 0")
			kinds := map[string]int{}
			for _, object := range objects(t, made) {
				kinds[object.Kind]++
				for setting := range object.Data {
					require.Contains(t, help, setting)
				}
				switch object.Kind {
				case "Deployment":
					testPod(t, object)
					probe := object.Spec.Template.Spec.Containers[0].StartupProbe
					require.Equal(t, map[bool]int{true: 7200, false: 3600}[name == "everything"], probe.PeriodSeconds*probe.FailureThreshold)
					require.Equal(t, strategies[name], object.Spec.Strategy.Type)
				case "Ingress":
					if name == documented {
						testLimits(t, object)
					}
				case "ServiceMonitor":
					testJob(t, object, objects(t, made))
				}
			}
			require.Equal(t, 1, kinds["Deployment"])
			require.Equal(t, name == "shared volume" || name == documented, strings.Contains(made, "key: FIRMHUB_NATS_URL"), "a pod without NATS does not start")
			require.Equal(t, map[string]int{"sqlite": 1, "ingress": 1, "shared volume": 1, "volume of one node": 1}[name],
				kinds["PersistentVolumeClaim"])
			if name == "everything" {
				require.Len(t, kinds, 9, "all templates but the volume: %v", kinds)
			}
		})
	}
}

// TestHelm_Refused gives the chart wrong values, and such that would lose data.
func TestHelm_Refused(t *testing.T) {
	t.Parallel()
	const postgres = "database: postgres\nexistingSecret: firmhub\n"
	for given, says := range map[string]string{
		"replicas: 2":                                                    "replicas",
		"replicaCount: 2":                                                "replicaCount",
		"database: mysql":                                                "database",
		"database: postgres":                                             "existingSecret",
		"ingress: {enabled: true}":                                       "host",
		"config: {FIRMHUB_DATABASE_URL: postgres}":                       "FIRMHUB_DATABASE_URL",
		"config: {AWS_SECRET_ACCESS_KEY: secret}":                        "AWS_SECRET_ACCESS_KEY",
		"natsUrl: nats://user:password@nats:4222":                        "natsUrl",
		"natsFromSecret: true":                                           "existingSecret",
		"config: {FIRMHUB_OIDC: /etc/firmhub/x}":                         "secretFiles",
		"autoscaling: {targetCPU: 70%}":                                  "targetCPU",
		"stopDelay: soon":                                                "stopDelay",
		"stopDelay: 5m":                                                  "terminationGracePeriodSeconds",
		"stopDelay: 11s":                                                 "terminationGracePeriodSeconds",
		"stopDelay: 10001ms":                                             "terminationGracePeriodSeconds",
		"terminationGracePeriodSeconds: 69":                              "terminationGracePeriodSeconds",
		postgres + "replicaCount: 2\nnatsUrl: nats://nats:4222":          "several instances share their files",
		postgres + "replicaCount: 2\nfilesUrl: s3://bucket":              "several instances are connected by NATS",
		postgres + "autoscaling: {enabled: true}\nfilesUrl: s3://bucket": "several instances are connected by NATS",
		"image: {repository: firmhub, tags: x}":                          "tags",
		"autoscaling: {enabled: true}\nnatsUrl: nats://nats:4222\nfilesUrl: s3://bucket": "autoscaling",
	} {
		t.Run(given, func(t *testing.T) {
			t.Parallel()
			_, said, err := render(t, given)
			require.Error(t, err)
			require.Contains(t, said, says)
		})
	}
}

// tools is the folder with helm and kubeconform, which are built once for all tests.
var tools = sync.OnceValues(func() (string, error) { //nolint:gochecknoglobals // a cache
	dir, err := filepath.Abs(filepath.Join(folder, "tools"))
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-modfile=helm.mod", "-o", dir+"/", // All tests wait for it.
		"helm.sh/helm/v3/cmd/helm", "github.com/yannh/kubeconform/cmd/kubeconform")
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the tools of helm.mod: %w: %s", err, said)
	}
	return dir, nil
})

// tool returns a command of helm.mod, which runs in the root of the repository.
func tool(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	dir, err := tools()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), filepath.Join(dir, name), args...)
	command.Dir = root
	return command
}

// render returns the objects that the chart makes of values, or what helm says about them. The
// version is named since helm takes an old one when it is not built by its own Makefile.
func render(t *testing.T, given string) (made, said string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	command := tool(t, "helm", "template", "try", "deploy/helm/firmhub", "--namespace=messaging",
		"--kube-version=1.34.4", "--values=-")
	command.Stdin = strings.NewReader(given)
	command.Stdout, command.Stderr = &out, &errs
	err = command.Run()
	return out.String(), errs.String(), err
}

// object is an object of Kubernetes.
type object struct {
	Kind     string
	Metadata struct {
		Labels, Annotations map[string]string
	}
	Data map[string]string
	Spec struct {
		Strategy struct{ Type string }
		JobLabel string `yaml:"jobLabel"`
		Selector struct {
			MatchLabels map[string]string `yaml:"matchLabels"`
		}
		Template struct {
			Spec struct {
				Containers []struct {
					SecurityContext map[string]any `yaml:"securityContext"`
					StartupProbe    struct {
						PeriodSeconds    int `yaml:"periodSeconds"`
						FailureThreshold int `yaml:"failureThreshold"`
					} `yaml:"startupProbe"`
				}
				SecurityContext map[string]any `yaml:"securityContext"`
			}
		}
	}
}

func objects(t *testing.T, made string) (all []object) {
	t.Helper()
	for decoder := yaml.NewDecoder(strings.NewReader(made)); ; {
		var one object
		err := decoder.Decode(&one)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		if one.Kind != "" {
			all = append(all, one)
		}
	}
}

// testPod checks that the server runs as an account without rights, that of the image.
func testPod(t *testing.T, deployment object) {
	t.Helper()
	pod := deployment.Spec.Template.Spec
	require.Equal(t, true, pod.SecurityContext["runAsNonRoot"])
	require.Equal(t, 65532, pod.SecurityContext["runAsUser"])
	require.Len(t, pod.Containers, 1)
	require.Equal(t, true, pod.Containers[0].SecurityContext["readOnlyRootFilesystem"])
	require.Equal(t, false, pod.Containers[0].SecurityContext["allowPrivilegeEscalation"])
}

// testLimits checks that an ingress passes on what the example of nginx does.
func testLimits(t *testing.T, ingress object) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "deploy", "nginx", "firmhub.conf"))
	require.NoError(t, err)
	nginx := regexp.MustCompile(`(?m)^\s*(client_max_body_size|proxy_\w+) +(\S+);`).FindAllStringSubmatch(string(text), -1)
	wanted := map[string]string{}
	for _, directive := range nginx {
		wanted[directive[1]] = directive[2]
	}
	given := func(name string) string { return ingress.Metadata.Annotations["nginx.ingress.kubernetes.io/"+name] }
	require.Equal(t, wanted["client_max_body_size"], given("proxy-body-size"))
	for _, name := range []string{"proxy_buffering", "proxy_request_buffering"} {
		require.Equal(t, "off", wanted[name])
		require.Equal(t, "off", given(strings.ReplaceAll(name, "_", "-")))
	}
	for _, name := range []string{"proxy_read_timeout", "proxy_send_timeout"} {
		require.Equal(t, wanted[name], given(strings.ReplaceAll(name, "_", "-"))+"s")
	}
	require.Equal(t, "cookie", given("affinity"))
	require.Equal(t, "false", given("enable-access-log"))
}

// testJob checks that the one Service that a ServiceMonitor selects is scraped as the job of the
// alerts.
func testJob(t *testing.T, monitor object, all []object) {
	t.Helper()
	var jobs []string
	for _, service := range all {
		labels := maps.Clone(service.Metadata.Labels)
		maps.Copy(labels, monitor.Spec.Selector.MatchLabels)
		if service.Kind == "Service" && maps.Equal(labels, service.Metadata.Labels) {
			jobs = append(jobs, service.Metadata.Labels[monitor.Spec.JobLabel])
		}
	}
	require.Equal(t, []string{"firmhub"}, jobs)
	alerts, err := os.ReadFile(filepath.Join(root, "deploy", "prometheus", "alerts.yaml"))
	require.NoError(t, err)
	require.Contains(t, string(alerts), `up{job="firmhub"}`)
}
