import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { type ApiDocument, createDocument } from './createDocument.ts'
import { formatMarkdown } from './formatMarkdown.ts'
import { formatSchema } from './formatSchema.ts'
import { listContractRoutes, namesProject } from './listRoutes.ts'
import { readSummaries } from './readSummaries.ts'

const root = resolve(import.meta.dirname, '../../../../..')
let app: TestApp
beforeAll(async () => {
  app = await openApp({ LATCHKEY_DEV: '1' })
})
afterAll(() => app.close())

type Printed = ApiDocument & {
  readonly components: { readonly schemas: { readonly Refusal: { required: string[] } } }
}
const document = async () => (await (await app.request('/openapi.json')).json()) as Printed

/** What makes something new. */
const makers = [
  'postProfile',
  'postFarcasterAnswer',
  'postOnRampUrl',
  'postExchangeOrder',
  'postPayment',
  'postRefund',
  'postSession',
]

describe('GET /openapi.json', () => {
  it('prints every call of the contract, each with its refusals', async () => {
    const { openapi, paths, components } = await document()
    expect(openapi).toBe('3.1.0')
    expect(components.schemas.Refusal.required).toEqual(['code', 'message', 'reasons', 'requestId'])
    const routes = listContractRoutes()
    expect(routes.length).toBeGreaterThan(10)
    for (const { name, route } of routes) {
      const operation = paths[route.path]?.[route.method.toLowerCase()]
      if (operation === undefined) throw new Error(`${name} is not printed`)
      expect(operation.operationId).toBe(name)
      const made = makers.includes(name)
      expect(Object.keys(operation.responses).filter(status => status.startsWith('2'))).toEqual([
        made ? '201' : '200',
      ])
      const places = operation.parameters.filter(each => each.in === 'path')
      expect(places.map(each => `{${each.name}}`)).toEqual(route.path.match(/\{\w+\}/g) ?? [])
      if (namesProject(route) && route.errors.includes('APKT010'))
        expect(operation.responses['429']?.headers).toHaveProperty('Retry-After')
    }
    expect(Object.values(paths).flatMap(methods => Object.keys(methods))).toHaveLength(routes.length)
  })

  it('may be read from any page and is asked again only when it changed', async () => {
    const first = await app.request('/openapi.json', { headers: { origin: 'https://tool.example' } })
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    const etag = first.headers.get('etag') ?? ''
    expect((await app.request('/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})

describe('GET /docs', () => {
  it('is a page that runs and fetches nothing', async () => {
    const response = await app.request('/docs')
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(html).not.toMatch(/<script|<link|<img|https?:\/\/|\son\w+=|style=/i)
    for (const { name } of listContractRoutes()) expect(html).toContain(`id="${name}"`)
  })

  it('shows what stands in backticks as code', async () => {
    const html = await (await app.request('/docs')).text()
    expect(html).not.toContain('`')
    expect(html).toContain('Without <code>chainId</code> it answers for all supported chains')
    // Signs of HTML inside of them stay text.
    expect(html).toContain('An <code>&#60;img&#62;</code> sends no Origin')
  })
})

describe('the printed reference', () => {
  it('is current: run `npm run api` when it is not', () => {
    const summaries = readSummaries(join(root, 'packages/latchkey/src/contract'))
    expect(JSON.parse(readFileSync(join(import.meta.dirname, 'summaries.json'), 'utf8'))).toEqual(summaries)
    expect(readFileSync(join(root, 'docs/api.md'), 'utf8')).toBe(
      formatMarkdown(createDocument(listContractRoutes(), summaries)),
    )
  })

  it('has a summary of whole sentences for each call', () => {
    const summaries = readSummaries(join(root, 'packages/latchkey/src/contract'))
    expect(Object.keys(summaries).sort()).toEqual(
      listContractRoutes()
        .map(({ name }) => name)
        .sort(),
    )
    const unfinished = Object.entries(summaries).filter(([, summary]) => !/^\S+ \S+ .*\S\.$/.test(summary))
    expect(unfinished).toEqual([])
  })
})

describe('formatSchema', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ const: 'a' }, '"a"'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: 'array', items: { type: 'integer' } }, '[integer]'],
    [
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
      '{ a: string, b?: any }',
    ],
    [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [name]: string }'],
  ])('%j', (schema, text) => expect(formatSchema(schema)).toBe(text))
})
