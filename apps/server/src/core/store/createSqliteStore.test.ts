import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createSqliteStore } from './createSqliteStore.ts'
import { type ProbeDatabase, probeMigrations } from './probe.fixture.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-store-'))
let folders = 0
const freshFolder = () => join(root, String(folders++))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const open = (folder: string, maxBytes?: number) =>
  createSqliteStore<ProbeDatabase>({
    folder,
    migrations: probeMigrations,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })

const row = (id: string, bytes = new Uint8Array(0)) => ({ id, owner: null, at: null, bytes, used: null })

describe('createSqliteStore', () => {
  it('keeps every acknowledged batch, and each wholly, when the process is killed', async () => {
    const folder = freshFolder()
    const fixture = fileURLToPath(new URL('./killed.fixture.ts', import.meta.url))
    const child = spawn(process.execPath, [fixture, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    const acknowledged: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line)
      if (acknowledged.length === 400) child.kill('SIGKILL')
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(400)
    const store = await open(folder)
    const found = new Set((await store.db.selectFrom('probe').select('id').execute()).map(({ id }) => id))
    await store.close()
    expect(acknowledged.filter(id => !found.has(id))).toEqual([])
    expect([...found].filter(id => !id.endsWith('-twin') && !found.has(`${id}-twin`))).toEqual([])
  })

  it('opens again after it was closed, as one file', async () => {
    const folder = freshFolder()
    const first = await open(folder)
    await first.write([first.compose.insertInto('probe').values(row('kept')).compile()])
    await first.close()
    expect(readdirSync(folder)).toEqual(['latchkey.db'])
    const second = await open(folder)
    expect(await second.db.selectFrom('probe').select('id').execute()).toEqual([{ id: 'kept' }])
    await second.close()
  })

  it('is one database for two stores at once', async () => {
    const folder = freshFolder()
    const [first, second] = await Promise.all([open(folder), open(folder)])
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const store = index % 2 === 0 ? first : second
        return store.write([
          store.compose
            .insertInto('probe')
            .values(row(`${index}`))
            .compile(),
        ])
      }),
    )
    expect(await first.db.selectFrom('probe').select('id').execute()).toHaveLength(40)
    await Promise.all([first.close(), second.close()])
  })

  it('waits for another process that is making the same database', async () => {
    const folder = freshFolder()
    mkdirSync(folder, { recursive: true })
    // Its COMMIT needs the file for itself: it may fall on the very moment at which the store looks whether it is free.
    const other = new DatabaseSync(join(folder, 'latchkey.db'), { timeout: 5_000 })
    other.exec('BEGIN IMMEDIATE; CREATE TABLE theirs (id INTEGER)')
    const opening = open(folder)
    // What it waits for cannot be seen from outside. When it has not begun by then, it has nothing to wait for.
    setTimeout(() => other.exec('COMMIT'), 400)
    const store = await opening
    await store.write([store.compose.insertInto('probe').values(row('a')).compile()])
    other.close()
    await store.close()
  })

  it('says that it is full, writes nothing of that batch, and goes on reading and writing what fits', async () => {
    const store = await open(freshFolder(), 1_000_000)
    const put = (id: string, size: number) =>
      store.write([
        store.compose
          .insertInto('probe')
          .values(row(id, new Uint8Array(size)))
          .compile(),
      ])
    const outcomes = await Promise.allSettled([put('a', 10), put('big', 2_000_000), put('b', 10)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({
      reason: {
        code: 'full',
        message: 'The store is full: no room is left on the disk, or its size limit is reached',
      },
    })
    await put('c', 10)
    expect(await store.db.selectFrom('probe').select('id').orderBy('id').execute()).toEqual([
      { id: 'a' },
      { id: 'b' },
      { id: 'c' },
    ])
    await store.check()
    await store.close()
  })

  it('makes its folder for its owner alone', async () => {
    const folder = freshFolder()
    await (await open(folder)).close()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('is readable for its owner alone in a folder that others may enter', async () => {
    const folder = freshFolder()
    mkdirSync(folder, { mode: 0o755 })
    const store = await open(folder)
    await store.write([store.compose.insertInto('probe').values(row('a')).compile()])
    const modes = readdirSync(folder).map(file => [file, statSync(join(folder, file)).mode & 0o777])
    await store.close()
    expect(modes).toEqual([
      ['latchkey.db', 0o600],
      ['latchkey.db-shm', 0o600],
      ['latchkey.db-wal', 0o600],
    ])
  })

  it('says in one sentence that its folder cannot be made', async () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    const folder = join(file, 'data')
    await expect(open(folder)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'readonly',
      message: `The data folder ${folder} cannot be made (ENOTDIR)`,
    })
  })

  it('says in one sentence that its file cannot be opened', async () => {
    const folder = freshFolder()
    mkdirSync(join(folder, 'latchkey.db'), { recursive: true })
    await expect(open(folder)).rejects.toMatchObject({
      code: 'readonly',
      message: `The store cannot be opened: its folder or file is missing or not writable (data folder ${folder})`,
    })
  })

  it('says in one sentence that its file is something else', async () => {
    const folder = freshFolder()
    mkdirSync(folder)
    writeFileSync(
      join(folder, 'latchkey.db'),
      'no database at all, but long enough to be looked at '.repeat(50),
    )
    await expect(open(folder)).rejects.toMatchObject({
      code: 'invalid',
      message: `The store cannot be opened: its file is not a database (data folder ${folder})`,
    })
  })

  it('refuses data of a newer release and leaves it alone', async () => {
    const folder = freshFolder()
    await (await open(folder)).close()
    await expect(
      createSqliteStore({ folder, migrations: probeMigrations.slice(0, -1) }),
    ).rejects.toMatchObject({
      code: 'invalid',
      message: `The data was written by a newer release (schema step ${probeMigrations.length}); run that one (data folder ${folder})`,
    })
    await (await open(folder)).close()
  })

  it('rejects pending and later writes when the disk fails, and keeps the acknowledged ones', async () => {
    const folder = freshFolder()
    const fixture = fileURLToPath(new URL('./brokenDisk.fixture.ts', import.meta.url))
    const limited = 'ulimit -f 3000; exec "$0" "$@"'
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, fixture, folder])
    const { outcomes, later, check } = JSON.parse(stdout) as {
      outcomes: [string, string][]
      later: string[]
      check: string
    }
    const written = outcomes.filter(([, outcome]) => outcome === 'written').map(([id]) => id)
    expect(outcomes).toHaveLength(200)
    expect(new Set(outcomes.map(([, outcome]) => outcome))).toEqual(new Set(['written', 'failed']))
    expect(later).toEqual(['later', 'failed'])
    expect(check).toBe('failed')
    const store = await open(folder)
    const found = new Set((await store.db.selectFrom('probe').select('id').execute()).map(({ id }) => id))
    await store.close()
    expect(written.filter(id => !found.has(id))).toEqual([])
  })

  it('waits for the write lock of another process, and says so when it waits in vain', async () => {
    const folder = freshFolder()
    const store = await createSqliteStore<ProbeDatabase>({
      folder,
      migrations: probeMigrations,
      busyTimeout: 50,
    })
    const other = new DatabaseSync(join(folder, 'latchkey.db'))
    other.exec('BEGIN IMMEDIATE')
    const put = (id: string) => store.write([store.compose.insertInto('probe').values(row(id)).compile()])
    await expect(put('a')).rejects.toMatchObject({ code: 'busy' })
    other.exec('COMMIT')
    await put('a')
    other.close()
    await store.close()
  })
})
