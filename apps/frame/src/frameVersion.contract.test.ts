import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchServed } from '../../../scripts/frame/fetchServed.ts'
import { type BuiltFrame, buildFrame } from '../../../scripts/frame/hashFrame.ts'
import { verifyFrame } from '../../../scripts/frame/verifyFrame.ts'
import { openApp, type TestApp } from '../../server/src/app.fixture.ts'
import { createLog } from '../../server/src/core/log/createLog.ts'
import { createLocalShared } from '../../server/src/core/scale/createLocalShared.ts'
import { createFrameApp } from '../../server/src/people/frame/createFrameApp.ts'
import { readFrameBuild } from '../../server/src/people/frame/readFrameBuild.ts'
import { listenFrame } from '../../server/src/people/frame/serveFrame.ts'
import { createProjects } from '../../server/src/projects/createProjects.ts'

const root = resolve(import.meta.dirname, '../../..')
let folder = ''
let built: BuiltFrame
let app: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-served-'))
  built = await buildFrame(root, folder)
  app = await openApp({})
  await app.addProject('shop', ['https://shop.example'])
})
afterAll(async () => {
  await app?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Serves the build, with what a wrong server does to it. */
async function serve(use: (origin: string) => Promise<void>, wrong: { file?: string; page?: string } = {}) {
  const clock = () => performance.now()
  const log = createLog({ level: 'silent' })
  const shared = createLocalShared({ clock, log })
  const read = readFrameBuild(folder)
  const files = new Map(read.files)
  if (wrong.file !== undefined) {
    const { type, body } = files.get(`/v1/${wrong.file}`) ?? { type: '', body: new Uint8Array() }
    const more = new Uint8Array([...body, 32])
    files.set(`/v1/${wrong.file}`, { type, body: more, gzip: new Uint8Array(gzipSync(more)) })
  }
  const [before, after] = read.page
  const frameApp = createFrameApp({
    build: { ...read, files, page: [before, `${wrong.page ?? ''}${after}`] },
    projects: createProjects({ store: app.store, shared, clock, lifetime: 60_000 }),
    development: false,
    services: 'https://api.example',
    isSecure: false,
    related: [],
    forget: [],
    clientAddress: () => '203.0.113.7',
    limiter: async () => 0,
    log,
  })
  const server = await listenFrame(frameApp, { port: 0, host: '127.0.0.1' })
  try {
    await use(`http://127.0.0.1:${server.port}`)
  } finally {
    await server.close()
    await shared.close()
  }
}

const verdicts = (served: Awaited<ReturnType<typeof fetchServed>>) =>
  verifyFrame({ built, release: '0.0.0', log: [], served }).map(({ holds }) => holds)

test('T83: the page that is served for a project and for none is what a checkout builds, file by file', () =>
  serve(async origin => {
    for (const project of ['shop', undefined])
      expect(verdicts(await fetchServed(origin, project))).toEqual([true, true, true, true])
  }))

test('T83: a file with a byte more is found, although /version says otherwise', async () => {
  const [file = ''] = built.files.keys()
  await serve(
    async origin => {
      const served = await fetchServed(origin, 'shop')
      expect(served.stated).toEqual(built.version)
      expect(verdicts(served)).toEqual([true, false, false, true])
    },
    { file },
  )
})

test.each(['<script src="https://evil.example/x.js"></script>', '<!-- -->'])(
  'T83: %s in the page is found',
  page =>
    serve(
      async origin => {
        expect(verdicts(await fetchServed(origin, 'shop'))).toEqual([true, false, false, true])
      },
      { page },
    ),
)

test('T83: an origin that serves no page of the wallet is named', async () => {
  await expect(fetchServed('http://127.0.0.1:9', 'shop')).rejects.toThrow('cannot be reached')
})
