// Renders a chart with the functions that Helm adds to text/template, for machines without Helm. It supports what our chart
// uses: values, partials, include, toYaml, and sprig. It runs no hooks and merges no subcharts.
//
//	go run main.go CHART VALUES.yaml
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	chart := readYaml(filepath.Join(os.Args[1], "Chart.yaml"))
	values := readYaml(filepath.Join(os.Args[1], "values.yaml"))
	merge(values, readYaml(os.Args[2]))
	root := template.New("").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data any) (string, error) {
		var out strings.Builder
		err := root.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	functions["toYaml"] = func(value any) (string, error) {
		var out bytes.Buffer
		encoder := yaml.NewEncoder(&out)
		encoder.SetIndent(2)
		err := encoder.Encode(value)
		return strings.TrimSuffix(out.String(), "\n"), err
	}
	root.Funcs(functions)

	paths, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	check(err)
	sort.Strings(paths)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		check(err)
		_, err = root.New(filepath.Base(path)).Parse(string(text))
		check(err)
	}
	data := map[string]any{
		"Values":  values,
		"Chart":   map[string]any{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
		"Release": map[string]any{"Name": "test", "Namespace": "default", "Service": "Helm"},
	}
	for _, path := range paths {
		if strings.HasPrefix(filepath.Base(path), "_") {
			continue
		}
		fmt.Printf("---\n# Source: %s\n", filepath.Base(path))
		check(root.ExecuteTemplate(os.Stdout, filepath.Base(path), data))
	}
}

func readYaml(path string) map[string]any {
	text, err := os.ReadFile(path)
	check(err)
	parsed := map[string]any{}
	check(yaml.Unmarshal(text, &parsed))
	// Helm reads values as JSON, in which every number is a float64.
	encoded, err := json.Marshal(parsed)
	check(err)
	values := map[string]any{}
	check(json.Unmarshal(encoded, &values))
	return values
}

func merge(into map[string]any, from map[string]any) {
	for key, value := range from {
		nested, isMap := value.(map[string]any)
		if existing, ok := into[key].(map[string]any); ok && isMap {
			merge(existing, nested)
		} else {
			into[key] = value
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
