import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingError } from '../config.ts';
import { parseS3Url } from './s3-url.ts';

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'verysecret' };

test('parses the bucket, the prefix, and the parameters', () => {
  assert.deepEqual(
    parseS3Url('s3://my-bucket/a/b/?endpoint=http://localhost:9000&region=eu-central-1&forcePathStyle=true'),
    {
      bucket: 'my-bucket',
      prefix: 'a/b/',
      endpoint: 'http://localhost:9000',
      region: 'eu-central-1',
      forcePathStyle: true,
    },
  );
});

test('an AWS bucket needs only a region', () => {
  assert.deepEqual(parseS3Url('s3://my-bucket?region=eu-central-1'), {
    bucket: 'my-bucket',
    prefix: '',
    endpoint: undefined,
    region: 'eu-central-1',
    forcePathStyle: false,
  });
});

for (const [url, rule] of [
  ['s3://', /must (have the form|name a bucket)/],
  ['s3://my-bucket', /must name the region/],
  ['s3://Bad_Bucket?region=a', /must name a bucket/],
  ['s3://ab?region=a', /must name a bucket/],
  ['s3://key:verysecret@my-bucket?region=a', /AWS_SECRET_ACCESS_KEY/],
  ['s3://my-bucket/a%20b?region=a', /prefix/],
  ['s3://my-bucket/a//b?region=a', /prefix/],
  ['s3://my-bucket?region=a&pathStyle=true', /accepts only the parameters/],
  ['s3://my-bucket?region=a&region=b', /accepts only the parameters/],
  ['s3://my-bucket?region=a&forcePathStyle=yes', /forcePathStyle=true/],
  ['s3://my-bucket?endpoint=localhost:9000', /endpoint/],
  ['s3://my-bucket?endpoint=http://localhost:9000/path', /endpoint/],
  ['s3://my-bucket?endpoint=http:///localhost:9000', /endpoint/],
  ['http://my-bucket', /file:/],
  ['nonsense', /file:/],
] as const) {
  test(`BLOB_URL ${url} is rejected with a one-line message that does not repeat it`, () => {
    assert.throws(
      () => readSettings({ ...CREDENTIALS, BLOB_URL: url }),
      (error: Error) =>
        error instanceof SettingError &&
        error.message.startsWith('BLOB_URL ') &&
        rule.test(error.message) &&
        !/verysecret|\n/.test(error.message),
    );
  });
}

for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
  test(`an S3 store without ${name} is rejected`, () => {
    const environment = { ...CREDENTIALS, BLOB_URL: 's3://my-bucket?region=a', [name]: '' };
    assert.throws(() => readSettings(environment), new RegExp(`needs ${name}`));
  });
}
