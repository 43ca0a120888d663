import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sourceCondition } from '../../../../../scripts/sourceCondition.ts'
import { databaseUrlOf, describeWith } from '../../core/store/databases.fixture.ts'
import { startServer } from '../../startServer.ts'
import { judgePostgres, judgeRedis } from './checkData.ts'
import { formatFindings } from './formatFindings.ts'
import { api, type Installation, keys, openInstallation, wholeZone } from './installation.fixture.ts'
import { runDoctorCommand } from './runDoctorCommand.ts'

/** A port other than 443 keeps browsers from the list of related origins. */
const usual = ['vault warning', 'related warning']

let whole: Installation
beforeAll(async () => {
  whole = await openInstallation()
})
afterAll(() => whole?.close())
afterEach(() => {
  whole.faults = {}
  whole.serveWith(whole.issue([api, keys]))
})

async function listenTo(server: Server): Promise<number> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const saysOf = (findings: readonly { readonly check: string; readonly says: string }[], check: string) =>
  findings.filter(each => each.check === check).map(({ says }) => says)

describe('the doctor on an installation as it should be', () => {
  it('T86, T100: finds nothing wrong, and says of each check what it saw', async () => {
    const { findings, ended, bad } = await whole.examine({ words: ['--dkim', 's1'] })
    expect(bad).toEqual(usual)
    expect(ended).toBe(0)
    expect(new Set(findings.filter(({ state }) => state === 'ok').map(({ check }) => check))).toEqual(
      new Set(['database', 'clock', 'origins', 'tls', 'caa', 'services', 'wallet', 'relay', 'mail']),
    )
    expect(saysOf(findings, 'vault')).toEqual([expect.stringContaining('The vault is new')])
    expect(saysOf(findings, 'relay')).toEqual([expect.stringContaining('opens a socket')])
    for (const { state, fix } of findings)
      expect(fix === undefined).toBe(state === 'ok' || state === 'skipped')
  })

  it('finds nothing wrong on a server of development, where nothing is on the internet', async () => {
    const folder = join(whole.dataFolder, 'development')
    const env = { DATA_FOLDER: folder, LATCHKEY_DEV: '1', INDEX_CHAINS: 'none', LOG_LEVEL: 'silent' }
    const server = await startServer({ port: 0, env, log: { write() {} } })
    try {
      const { text, ended } = await runDoctorCommand([], env)
      expect(text).toMatch(/^ok +database SQLite/)
      expect(text).not.toMatch(/WRONG|warning /)
      expect(ended).toBe(0)
    } finally {
      await server.close()
    }
  })

  it('makes no database, no key and no other file', async () => {
    const folder = join(whole.dataFolder, 'nothing')
    mkdirSync(folder)
    expect((await whole.examine({ env: { DATA_FOLDER: folder } })).bad).toContain('database wrong')
    expect(readdirSync(folder)).toEqual([])
    expect(readdirSync(whole.dataFolder)).not.toContain('custody-keys')
  })
})

describe('the doctor on a broken installation', () => {
  it('T100: finds a certificate that has expired', async () => {
    whole.serveWith(whole.issue([api, keys], -2))
    const { findings, ended } = await whole.examine()
    expect(saysOf(findings, 'tls')).toEqual([
      expect.stringContaining('certificate has expired'),
      expect.stringContaining('certificate has expired'),
    ])
    expect(ended).toBe(1)
  })

  it('T100: finds a certificate for another name, beside the right one', async () => {
    whole.serveWith(whole.issue([api]))
    const { findings } = await whole.examine()
    expect(saysOf(findings, 'tls')).toEqual([
      expect.stringMatching(/^https:\/\/api.* has TLS/),
      expect.stringContaining('for another name'),
    ])
  })

  it('T100: finds a certificate of an authority that browsers do not know', async () => {
    const stranger = await openInstallation()
    try {
      whole.serveWith(stranger.issue([api, keys]))
      const { findings, bad } = await whole.examine()
      expect(bad).toContain('tls wrong')
      expect(saysOf(findings, 'tls')[0]).toContain('unknown authority')
    } finally {
      await stranger.close()
    }
  })

  it('T100: warns of a certificate that ends within two weeks', async () => {
    whole.serveWith(whole.issue([api, keys], 5))
    const { findings, bad } = await whole.examine()
    expect(bad).toEqual(['vault warning', 'tls warning', 'tls warning', 'related warning'])
    expect(saysOf(findings, 'tls')[0]).toContain('ends in 5 days')
  })

  it('T100: finds a proxy that drops Strict-Transport-Security', async () => {
    whole.faults = { drops: ['strict-transport-security'] }
    const { findings, bad } = await whole.examine()
    expect(bad.filter(each => each === 'tls wrong')).toHaveLength(2)
    expect(saysOf(findings, 'tls')[0]).toContain('sends no Strict-Transport-Security')
  })

  it('T100: finds addresses without TLS', async () => {
    const { bad } = await whole.examine({ env: { PUBLIC_URLS: 'http://api.shop-services.example' } })
    expect(bad).toContain('tls wrong')
  })

  it('T100: warns of a name for which any authority may issue a certificate', async () => {
    const { 'wallet-origin.example': _, ...zone } = wholeZone
    const { findings, bad } = await whole.examine({ zone })
    expect(bad).toEqual(['vault warning', 'caa warning', 'related warning'])
    expect(saysOf(findings, 'caa')[1]).toContain(`${keys} has no CAA record`)
  })

  it.each([
    ['no SPF', { 'shop.example': { MX: ['mx.mail.example'] } }, ['mail wrong'], 'no SPF'],
    [
      'SPF twice',
      { 'shop.example': { MX: ['mx.mail.example'], TXT: ['v=spf1 -all', 'v=spf1 ~all'] } },
      ['mail wrong'],
      '2 SPF',
    ],
    [
      'SPF for every server',
      { 'shop.example': { MX: ['mx.mail.example'], TXT: ['v=spf1 +all'] } },
      ['mail wrong'],
      'every server',
    ],
    ['no MX', { 'shop.example': { TXT: ['v=spf1 -all'] } }, ['mail warning'], 'receives no mail'],
    [
      'DMARC that asks for nothing',
      { '_dmarc.shop.example': { TXT: ['v=DMARC1; p=none'] } },
      ['mail warning'],
      'policy none',
    ],
    ['no DMARC', { '_dmarc.shop.example': { TXT: ['hello'] } }, ['mail wrong'], 'no DMARC'],
    [
      'a revoked DKIM key',
      { 's1._domainkey.shop.example': { TXT: ['v=DKIM1; p='] } },
      ['mail wrong'],
      'revoked',
    ],
    [
      'another DKIM key',
      { 's1._domainkey.shop.example': {}, 's2._domainkey.shop.example': { TXT: ['p=MII'] } },
      ['mail wrong'],
      'no DKIM key s1',
    ],
  ] as const)('finds %s', async (_title, changes, expected, words) => {
    const { findings, bad } = await whole.examine({
      zone: { ...wholeZone, ...changes },
      words: ['--dkim', 's1'],
    })
    expect(bad.filter(each => each.startsWith('mail'))).toEqual(expected)
    expect(saysOf(findings, 'mail').join()).toContain(words)
  })

  it('finds that no DKIM key exists, without being told its name', async () => {
    const { 's1._domainkey.shop.example': _, ...zone } = wholeZone
    const { findings, bad } = await whole.examine({ zone })
    expect(bad).toContain('mail wrong')
    expect(saysOf(findings, 'mail')).toContain('shop.example has no DKIM key')
    expect((await whole.examine()).bad).toEqual(usual)
  })

  it('finds pages on the wallet’s own site, pages without TLS and projects without a page', async () => {
    whole.write(`insert into project_origins values ('shop', 'https://www.${keys}'), ('shop', 'http://shop.example'),
      ('shop', 'https://shop.wallet-origin.example'), ('shop', 'http://localhost:3000');
      insert into projects (id, name, created_at) values ('alone', 'Alone', 1)`)
    try {
      const { findings, bad } = await whole.examine()
      expect(bad.filter(each => each.startsWith('origins')).toSorted()).toEqual([
        'origins warning',
        'origins warning',
        'origins warning',
        'origins wrong',
        'origins wrong',
      ])
      const says = saysOf(findings, 'origins').join('\n')
      for (const words of ['own site', 'share a domain', 'is not https', 'own machine', 'lists no page'])
        expect(says).toContain(words)
    } finally {
      whole.write(
        `delete from project_origins where origin <> 'https://www.shop.example'; delete from projects where id = 'alone'`,
      )
    }
  })

  it('finds a proxy that passes no WebSocket on', async () => {
    whole.faults = { noUpgrade: true }
    const { findings, bad } = await whole.examine()
    expect(bad).toEqual(['vault warning', 'related warning', 'relay wrong'])
    expect(saysOf(findings, 'relay')[0]).toContain('answers 400 instead of a WebSocket')
  })

  it('finds a relay that nothing listens for, and one under another URL than the server knows', async () => {
    const gone = await whole.examine({ env: { RELAY_PUBLIC_URLS: 'wss://relay.example:1/relay' } })
    expect(saysOf(gone.findings, 'relay')[0]).toContain('nothing listens there')
    const other = `${whole.environment.RELAY_PUBLIC_URLS?.replace('/relay', '/')}`
    const refused = await whole.examine({ env: { RELAY_PUBLIC_URLS: other } })
    expect(saysOf(refused.findings, 'relay')[0]).toContain('refuses a client of shop (401)')
  })

  it('T86: finds a vault that is new although there was another', async () => {
    whole.write(`insert into custody_vault_keys (purpose, noted_at) values ('device', 1)`)
    const vault = join(whole.dataFolder, 'custody-keys')
    try {
      const { findings, ended } = await whole.examine()
      expect(saysOf(findings, 'vault')).toEqual([
        expect.stringContaining('it had a key for device and has none'),
      ])
      expect(ended).toBe(1)
      mkdirSync(vault, { recursive: true })
      writeFileSync(join(vault, 'device.20261121093000-1f2e3d4c.key'), 'ab'.repeat(32))
      expect((await whole.examine()).bad).toEqual(['related warning'])
    } finally {
      rmSync(vault, { recursive: true, force: true })
      whole.write('delete from custody_vault_keys')
    }
  })

  it('finds a vault that cannot be reached', async () => {
    const env = {
      CUSTODY_TRANSIT_URL: 'http://127.0.0.1:1/v1/transit',
      CUSTODY_TRANSIT_TOKEN_FILE: '/nothing',
    }
    const { findings, bad } = await whole.examine({ env })
    expect(bad).toEqual(['vault wrong', 'related warning'])
    expect(saysOf(findings, 'vault')[0]).toContain('cannot be reached')
  })

  it.each([
    [180_000, 'clock wrong', '180 s ahead of'],
    [-180_000, 'clock wrong', '180 s behind'],
    [12_000, 'clock warning', 'ahead of'],
  ] as const)('finds a clock that is off by %d ms', async (ahead, expected, words) => {
    const { findings, bad } = await whole.examine({ ahead })
    expect(bad).toContain(expected)
    expect(saysOf(findings, 'clock')[0]).toContain(words)
  })

  it('T83: finds another build at the wallet’s origin than this server has', async () => {
    const file = join(whole.frameFolder, 'assets', 'index-1.js')
    writeFileSync(file, 'run(2)')
    try {
      const { findings, bad } = await whole.examine()
      expect(bad).toContain('wallet wrong')
      expect(saysOf(findings, 'wallet')[0]).toContain('and FRAME_FOLDER has')
    } finally {
      writeFileSync(file, 'run()')
    }
  })

  it('finds a proxy that drops the wallet’s policy, or serves a page of its own', async () => {
    whole.faults = { drops: ['content-security-policy'] }
    expect(saysOf((await whole.examine()).findings, 'wallet')[0]).toContain('Content-Security-Policy')
    whole.faults = { loses: ['/v1/', '/readyz', '/version', '/.well-known/webauthn'] }
    const { bad } = await whole.examine()
    expect(bad).toEqual(['vault warning', 'services wrong', 'wallet wrong', 'wallet wrong', 'related wrong'])
  })

  it('T86: finds a list of related origins that lacks one, and one that lists a stranger', async () => {
    const more = 'https://keys.former.example,https://keys.next.example'
    const lacking = await whole.examine({ env: { FRAME_RELATED_ORIGINS: more } })
    expect(saysOf(lacking.findings, 'related')[0]).toContain('does not list https://keys.next.example')
    const stranger = await whole.examine({ env: { FRAME_RELATED_ORIGINS: undefined } })
    expect(saysOf(stranger.findings, 'related')[0]).toContain('lists https://keys.former.example')
    expect([lacking.ended, stranger.ended]).toEqual([1, 1])
  })

  it('says in time that names are not answered', async () => {
    const { bad } = await whole.examine({ silent: true, timeout: 300 })
    expect(bad.filter(each => each === 'caa warning')).toHaveLength(2)
    expect(bad.filter(each => each === 'mail warning')).toHaveLength(4)
  })

  it('says in time that an address never answers', async () => {
    const silent = createServer()
    const port = await listenTo(silent)
    try {
      const env = { PUBLIC_URLS: `https://${api}:${port}`, RELAY_PUBLIC_URLS: `wss://${api}:${port}/relay` }
      const { findings } = await whole.examine({ env, timeout: 500 })
      for (const check of ['tls', 'services', 'relay'])
        expect(saysOf(findings, check)[0], check).toMatch(/in time|cannot be reached/)
    } finally {
      silent.close()
    }
  })

  it('finds a database that is not there, and one that is none', async () => {
    const file = join(whole.dataFolder, 'broken')
    mkdirSync(file)
    writeFileSync(join(file, 'latchkey.db'), 'this is no database, and never was one')
    expect((await whole.examine({ env: { DATA_FOLDER: file } })).bad).toContain('database wrong')
    renameSync(join(file, 'latchkey.db'), join(file, 'other'))
    const { findings } = await whole.examine({ env: { DATA_FOLDER: file } })
    expect(saysOf(findings, 'database')).toEqual(['There is no database in DATA_FOLDER'])
  })
})

describe('versions', () => {
  it.each([
    ['13.14 (Debian 13.14-1)', 'wrong'],
    ['9.6.24', 'wrong'],
    ['14.0', 'ok'],
    ['17.2 (Debian 17.2-1)', 'ok'],
  ])('PostgreSQL %s is %s', (version, state) => {
    expect(judgePostgres(version).state).toBe(state)
  })

  it.each([
    ['redis_version:5.0.7\r\n', 'wrong'],
    ['redis_version:6.0.16\r\n', 'wrong'],
    ['redis_version:6.2.0\r\n', 'ok'],
    ['redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.1\r\n', 'ok'],
    ['hello', 'warning'],
  ])('%j of Redis is judged %s', (info, state) => {
    expect(judgeRedis(info).state).toBe(state)
  })

  it('reads the version of an old Redis from its answer', async () => {
    const old = createServer(socket => {
      socket.on('error', () => {})
      socket.on('data', data => {
        const info = '# Server\r\nredis_version:5.0.7\r\nloading:0\r\n'
        for (const _ of String(data).match(/^\*\d/gm) ?? [])
          socket.write(/info/i.test(String(data)) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n')
      })
    })
    const port = await listenTo(old)
    try {
      const env = { REDIS_URL: `redis://127.0.0.1:${port}`, DATABASE_URL: 'postgres://127.0.0.1:1/latchkey' }
      const { findings, bad } = await whole.examine({ env, timeout: 1_000 })
      expect(saysOf(findings, 'redis')).toEqual(['Redis 5.0.7 is older than 6.2'])
      expect(bad).toEqual(expect.arrayContaining(['database wrong', 'redis wrong']))
    } finally {
      old.close()
    }
  })
})

describeWith(['postgres', 'redis'], 'with several processes’ databases', () => {
  it('names the versions of PostgreSQL and of Valkey or Redis, and compares clocks', async () => {
    const env = { DATABASE_URL: databaseUrlOf('postgres'), REDIS_URL: databaseUrlOf('redis') }
    const { findings } = await whole.examine({ env })
    expect(saysOf(findings, 'database')[0]).toMatch(/^PostgreSQL 1[4-9]/)
    expect(saysOf(findings, 'redis')[0]).toMatch(/^(Valkey|Redis) \d+\.\d+/)
    expect(saysOf(findings, 'clock')).toEqual(['This machine’s clock agrees with 2 others'])
  })

  it('finds a Redis and a PostgreSQL that do not answer', async () => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/latchkey', REDIS_URL: 'redis://127.0.0.1:1' }
    const { bad } = await whole.examine({ env, timeout: 1_000 })
    expect(bad).toEqual(expect.arrayContaining(['database wrong', 'redis wrong']))
  })
})

describe('the command', () => {
  const run = (env: Readonly<Record<string, string>>, ...words: readonly string[]) =>
    promisify(execFile)(
      process.execPath,
      [`--conditions=${sourceCondition}`, join(import.meta.dirname, '../main.ts'), 'doctor', ...words],
      { env: { ...process.env, ...env } },
    ).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    )

  it('exits 1 where something is wrong, and 2 where it cannot run', async () => {
    const nowhere = join(whole.dataFolder, 'nowhere')
    const sick = await run({ DATA_FOLDER: nowhere }, '--json')
    expect([sick.code, (JSON.parse(sick.stdout) as { ok: boolean }).ok]).toEqual([1, false])
    const mistaken = await run({ PORT: 'many' })
    expect([mistaken.code, mistaken.stderr]).toEqual([2, expect.stringContaining('PORT')])
    expect((await run({}, '--loud')).code).toBe(2)
  })

  it('never prints a password', async () => {
    const env = {
      DATABASE_URL: 'postgres://me:canary@127.0.0.1:1/x',
      REDIS_URL: 'redis://:canary@127.0.0.1:1',
      SMTP_URL: 'smtps://u:canary@mail.example',
    }
    const { text } = await runDoctorCommand([], env, { timeout: 500 })
    expect(text).not.toContain('canary')
  })

  it('writes a line for each finding, with what to do behind it', () => {
    expect(
      formatFindings([
        { check: 'tls', state: 'wrong', says: 'It is broken', fix: 'Mend it' },
        { check: 'mail', state: 'ok', says: 'Fine' },
      ]),
    ).toBe(
      'WRONG   tls      It is broken. Mend it\nok      mail     Fine\n1 ok, 0 warnings, 1 wrong, 0 do not apply',
    )
  })
})
