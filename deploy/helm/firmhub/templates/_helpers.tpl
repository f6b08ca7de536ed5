{{- define "firmhub.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "firmhub.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "firmhub.labels" -}}
{{ include "firmhub.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end }}

{{- define "firmhub.metadata" -}}
name: {{ include "firmhub.name" . }}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "firmhub.labels" . | nindent 2 }}
{{- end }}

{{- /* Whether files or the database are on a volume. */}}
{{- define "firmhub.volume" -}}
{{- if or (eq .Values.database "sqlite") (not .Values.filesUrl) }}yes{{ end }}
{{- end }}

{{- /* How many instances there are at most. */}}
{{- define "firmhub.instances" -}}
{{- if .Values.autoscaling.enabled }}{{ .Values.autoscaling.maxReplicas }}{{ else }}{{ .Values.replicaCount }}{{ end }}
{{- end }}

{{- /* Whether the old instance stops before the new one starts: two processes must not use one SQLite file, and the pod of a new
instance on another node would wait for a volume of one node for ever. An existing claim for several instances is shared. */}}
{{- define "firmhub.stopFirst" -}}
{{- if eq .Values.database "sqlite" }}yes
{{- else if and (include "firmhub.volume" .) .Values.persistence.enabled (ne .Values.persistence.accessMode "ReadWriteMany") }}
{{- if not (and .Values.persistence.existingClaim (gt (include "firmhub.instances" . | int) 1)) }}yes{{ end }}
{{- end }}
{{- end }}

{{- /* What the schema of the values can't express. */}}
{{- define "firmhub.check" -}}
{{- $delay := mul (regexFind "^[0-9]+" .Values.stopDelay | int64) (get (dict "ms" 1 "s" 1000 "m" 60000) (regexFind "[a-z]+$" .Values.stopDelay)) }}
{{- if lt (mul .Values.terminationGracePeriodSeconds 1000) (add $delay 60000) }}
{{- fail "terminationGracePeriodSeconds must be at least stopDelay and 60 seconds: an instance would be killed at its work" }}
{{- end }}
{{- if and (not .Values.secretFiles) (contains "/etc/firmhub/" (.Values.config | toJson)) }}
{{- fail "config names a file in /etc/firmhub: set secretFiles to the Secret that has it" }}
{{- end }}
{{- if gt (include "firmhub.instances" . | int) 1 }}
{{- if and (include "firmhub.volume" .) .Values.persistence.enabled (not .Values.persistence.existingClaim) (ne .Values.persistence.accessMode "ReadWriteMany") }}
{{- fail "several instances share their files: set filesUrl to a bucket of S3, or persistence.accessMode to ReadWriteMany" }}
{{- end }}
{{- if and (include "firmhub.volume" .) (not .Values.persistence.enabled) }}
{{- fail "several instances share their files: set filesUrl to a bucket of S3, or enable persistence" }}
{{- end }}
{{- if not (or .Values.natsUrl .Values.natsFromSecret) }}
{{- fail "several instances are connected by NATS: set natsUrl or natsFromSecret" }}
{{- end }}
{{- end }}
{{- if and .Values.natsFromSecret (or .Values.natsUrl (not .Values.existingSecret)) }}
{{- fail "natsFromSecret is for FIRMHUB_NATS_URL of existingSecret, instead of natsUrl" }}
{{- end }}
{{- end }}
