/** Settings that are valid alone but not together. */
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { problems } from './config.ts'

describe('17 The process: settings', () => {
  it('require the id and the secret of the introspection client together', () => {
    const sentence = 'OAUTH_CLIENT_ID: must be set together with OAUTH_CLIENT_SECRET'
    expect(problems({ OAUTH_CLIENT_ID: 'trips' })).toEqual([sentence])
    expect(problems({ OAUTH_CLIENT_SECRET: 'hidden' })).toEqual([sentence])
  })

  it('require an authorization server for scopes, and two different scopes', () => {
    const issuer = { OAUTH_ISSUER: 'https://auth.example' }
    const scope = { OAUTH_SCOPE_READ: 'trips' }
    expect(problems({ ...scope, ...issuer })).toEqual([])
    expect(problems(scope)).toEqual(['OAUTH_SCOPE_READ: requires OAUTH_ISSUER'])
    const same = 'OAUTH_SCOPE_READ: must be another scope than OAUTH_SCOPE_WRITE'
    expect(problems({ ...scope, ...issuer, OAUTH_SCOPE_WRITE: 'trips' })).toEqual([same])
  })

  it('allow the server behind a pooler only with a pooler', () => {
    const sentence = 'DATABASE_DIRECT_URL: must be set together with DATABASE_URL'
    const direct = { DATABASE_DIRECT_URL: 'postgresql://db.example/trips' }
    expect(problems(direct)).toEqual([sentence])
    expect(problems({ ...direct, DATABASE_URL: 'postgresql://pooler.example/trips' })).toEqual([])
  })

  it('require different ports for all listeners', () => {
    expect(problems({ METRICS_PORT: '3000' })).toEqual([
      'METRICS_PORT: must be a different port from PORT',
    ])
    expect(problems({ PORT: '25', METRICS_PORT: '9464', INBOUND_SMTP_PORT: '25' })).toEqual([
      'INBOUND_SMTP_PORT: must be a different port from PORT',
    ])
    expect(problems({ METRICS_PORT: '25', INBOUND_SMTP_PORT: '25' })).toEqual([
      'INBOUND_SMTP_PORT: must be a different port from METRICS_PORT',
    ])
    expect(problems({ PORT: '0', METRICS_PORT: '0', INBOUND_SMTP_PORT: '0' })).toEqual([])
  })

  it('require all settings of S3 or none', () => {
    const whole = {
      S3_BUCKET_PRIVATE: 'docs',
      S3_BUCKET_PUBLIC: 'images',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(readConfig(whole).s3).toEqual({
      endpoint: undefined,
      region: 'us-east-1',
      buckets: { private: 'docs', public: 'images' },
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicBaseUrl: undefined,
    })
    const urls = { S3_ENDPOINT: 'http://x:9000/', S3_PUBLIC_BASE_URL: 'https://cdn.example/i/' }
    expect(readConfig({ ...whole, ...urls }).s3).toMatchObject({
      endpoint: 'http://x:9000',
      publicBaseUrl: 'https://cdn.example/i',
    })
    for (const name of Object.keys(whole)) {
      const [first] = Object.keys(whole).filter((other) => other !== name)
      expect(problems({ ...whole, [name]: '' })).toEqual([
        `${name}: must be set when ${first} is set`,
      ])
    }
    expect(problems({ S3_ENDPOINT: 'http://x:9000' })).toHaveLength(4)
  })
})
