import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { endpoint, only } from './small-schema.ts'

describe('Bodies', () => {
  const kib = 1024
  const padded = (bytes: number) => {
    const head = '{"query":"{ n1 }","padding":"'
    return `${head}${'x'.repeat(bytes - head.length - 2)}"}`
  }

  test('a body of 256 KiB is accepted, one byte more is 413 in GraphQL form', async () => {
    const { post } = await endpoint()
    expect(await post(padded(256 * kib))).toMatchObject({ status: 200, json: { data: { n1: 1 } } })
    expect(await post(padded(256 * kib + 1))).toMatchObject({
      status: 413,
      json: only('PAYLOAD_TOO_LARGE'),
    })
  })

  test('a body of 40 MiB is accepted from operators, one byte more is 413', async () => {
    const { post } = await endpoint()
    const operator = { authorization: 'Operator key' }
    expect(await post(padded(40 * kib * kib), operator)).toMatchObject({ status: 200 })
    expect(await post(padded(40 * kib * kib + 1), operator)).toMatchObject({ status: 413 })
    for (const authorization of ['Operator', 'Operator ', 'Token key', 'Token Operator key']) {
      const answer = await post(padded(257 * kib), { authorization })
      expect(answer.status, authorization).toBe(413)
    }
  })

  test('isOperator decides by the key whether large bodies are accepted', async () => {
    const isOperator = (request: FastifyRequest) =>
      request.headers.authorization === 'Operator right'
    const { post } = await endpoint({ isOperator })
    const body = padded(300 * kib)
    expect(await post(body, { authorization: 'Operator right' })).toMatchObject({ status: 200 })
    expect(await post(body, { authorization: 'Operator wrong' })).toMatchObject({ status: 413 })
  })

  test('413 reaches clients that are still sending, with and without a length', async () => {
    const { app } = await endpoint()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const send = (chunked: boolean) =>
      new Promise((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          ...(chunked ? {} : { 'content-length': 2 * kib * kib }),
        }
        const request = httpRequest(`${address}/graphql`, { method: 'POST', headers })
        request.on('response', (response) => {
          response.resume().on('end', () => resolve(response.statusCode))
        })
        request.on('error', reject)
        for (let i = 0; i < 32; i++) request.write('x'.repeat(64 * kib))
        request.end()
      })
    expect(await send(false)).toBe(413)
    expect(await send(true)).toBe(413)
  })

  test('a body announced as far too large is refused unread', async () => {
    const { app } = await endpoint()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const text = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('close', () => resolve(received))
      socket.write(
        'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
          'Content-Length: 99999999\r\n\r\n{',
      )
    })
    expect(text).toContain('HTTP/1.1 413')
    expect(text).toContain('PAYLOAD_TOO_LARGE')
  })

  test('malformed JSON is 400 in GraphQL form', async () => {
    const { app, post } = await endpoint()
    for (const body of ['{', '', 'null null', '{"__proto__":{"a":1}}']) {
      expect(await post(body), body).toMatchObject({
        status: 400,
        json: only('BAD_REQUEST', 'The request body is not valid JSON.'),
      })
    }
    const latin1 = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from('{"query":"{ echo(text: \\"é\\") }"}', 'latin1'),
    })
    expect([latin1.statusCode, latin1.json()]).toEqual([400, only('BAD_REQUEST')])
    for (const body of [null, 5, 'text', [], {}, { query: 5 }, { query: {} }, { query: '' }]) {
      expect(await post(JSON.stringify(body)), JSON.stringify(body)).toMatchObject({
        status: 400,
        json: only('BAD_REQUEST'),
      })
    }
  })

  test('other media types, such as those of forms, are 415 in GraphQL form', async () => {
    const { post } = await endpoint()
    const body = JSON.stringify({ query: 'mutation { logIn }' })
    const types = ['text/plain', 'multipart/form-data; boundary=x', 'application/xml', 'nonsense']
    for (const type of [...types, 'application/x-www-form-urlencoded', 'application/graphql']) {
      expect(await post(body, { 'content-type': type }), type).toMatchObject({
        status: 415,
        json: only('UNSUPPORTED_MEDIA_TYPE'),
      })
    }
    const utf8 = await post(body, { 'content-type': 'application/json; charset=utf-8' })
    expect(utf8.status).toBe(200)
  })
})
