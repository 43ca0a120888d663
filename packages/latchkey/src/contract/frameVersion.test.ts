import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { frameVersionOf } from './frameVersion.ts'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const page = '<html>\n  <head>\n    <title>Wallet</title>\n  </head>\n</html>\n'
const withConfiguration = (json: string) =>
  page.replace('<title>', `<meta name="latchkey-build" content='${json}'>\n    <title>`)
const files = new Map([
  ['assets/b.js', new TextEncoder().encode('let b')],
  ['assets/a.js', new TextEncoder().encode('let a')],
])

test('T83: the version is the SHA-256 of the lines that sha256sum prints, sorted by path', () => {
  const manifest = [
    `${sha256('let a')}  assets/a.js\n`,
    `${sha256('let b')}  assets/b.js\n`,
    `${sha256(page)}  index.html\n`,
  ].join('')
  expect(frameVersionOf(page, files, sha256)).toEqual({ code: sha256(manifest), configuration: {} })
  expect(frameVersionOf(page, new Map([...files].reverse()), sha256).code).toBe(sha256(manifest))
})

test('T83: a byte more, another name, or a file less is another code', () => {
  const { code } = frameVersionOf(page, files, sha256)
  const a = files.get('assets/a.js') ?? new Uint8Array()
  const b = files.get('assets/b.js') ?? new Uint8Array()
  const others = [
    frameVersionOf(`${page} `, files, sha256),
    frameVersionOf(page, new Map([...files, ['assets/a.js', new Uint8Array([...a, 32])]]), sha256),
    frameVersionOf(page, new Map([['assets/a.js', a]]), sha256),
    frameVersionOf(
      page,
      new Map([
        ['assets/a.js', b],
        ['assets/b.js', a],
      ]),
      sha256,
    ),
  ]
  expect(new Set([code, ...others.map(each => each.code)]).size).toBe(5)
})

test('T83: configuration is stated beside the code and leaves its hash alone', () => {
  const { code } = frameVersionOf(page, files, sha256)
  for (const mode of ['user', 'operator'])
    expect(frameVersionOf(withConfiguration(`{"custody":"${mode}"}`), files, sha256)).toEqual({
      code,
      configuration: { custody: mode },
    })
})

test.each(['{"custody":1}', '[', '"user"'])('T83: refuses the configuration %s', json => {
  expect(() => frameVersionOf(withConfiguration(json), files, sha256)).toThrow()
})

test('T83: refuses a page that states its configuration twice', () => {
  const twice = withConfiguration('{"custody":"user"}').replace(
    '<title>',
    `<meta name="latchkey-build" content='{"custody":"operator"}'>\n<title>`,
  )
  expect(() => frameVersionOf(twice, files, sha256)).toThrow('twice')
})
