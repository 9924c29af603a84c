import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingError } from '../config.ts';

for (const name of ['PUBLIC_URL', 'GEOCODER_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])
  test(`${name} must have a host after http://`, () => {
    for (const value of ['http:///localhost:8080', 'http:localhost:8080', 'https:////localhost'])
      assert.throws(() => readSettings({ [name]: value }), SettingError, value);
    readSettings({ [name]: 'http://localhost:8080' });
  });
