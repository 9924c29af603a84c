{{- define "stellwerk.name" -}}
{{- printf "%s-stellwerk" .Release.Name | trunc 48 | trimSuffix "-" -}}
{{- end -}}

{{- define "stellwerk.selector" -}}
app.kubernetes.io/name: stellwerk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "stellwerk.labels" -}}
{{ include "stellwerk.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "stellwerk.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "stellwerk.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "stellwerk.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- /*
The pods also read the whole Secret. Naming these two keys makes a pod without them fail: a pod without MASTER_KEY would
generate one, lose it with its volume, and leave documents that nobody can decrypt.
*/ -}}
{{- define "stellwerk.requiredSecrets" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef: { name: {{ .Values.existingSecret }}, key: DATABASE_URL }
- name: MASTER_KEY
  valueFrom:
    secretKeyRef: { name: {{ .Values.existingSecret }}, key: MASTER_KEY }
{{- end -}}

{{- /* The settings that all pods have. Secrets come from existingSecret. */ -}}
{{- define "stellwerk.settings" -}}
- name: PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: BLOB_URL
  value: {{ .Values.blobUrl | quote }}
{{- with .Values.trustedProxies }}
- name: TRUSTED_PROXIES
  value: {{ . | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  {{- /* Every number is a float, of which toString would make 1e+06. */}}
  value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
{{- end }}
{{- end -}}

{{- define "stellwerk.volumes" -}}
- name: data
  emptyDir: {}
- name: tmp
  emptyDir: {}
{{- end -}}

{{- define "stellwerk.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- end -}}
