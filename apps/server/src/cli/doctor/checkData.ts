import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { listUsedKeys } from '../../people/custody/vault/openVault.ts'
import { keyPurposes } from '../../people/custody/vault/vault.ts'
import { type Check, rowsOf } from './examination.ts'
import { fetchUrl } from './fetchUrl.ts'
import { ok, type Said, skipped, warning, wrong } from './finding.ts'
import { listVaultKeys } from './listVaultKeys.ts'

const leastPostgres = 14
const leastRedis = [6, 2] as const

/** Judges what PostgreSQL calls its version, such as `17.2 (Debian 17.2-1)`. */
export function judgePostgres(version: string): Said {
  const major = Number.parseInt(version, 10)
  return major >= leastPostgres
    ? ok(`PostgreSQL ${version.split(' ')[0]}`)
    : wrong(
        `PostgreSQL ${version.slice(0, 40)} is older than ${leastPostgres}`,
        'Upgrade it: dump the database, and restore it into a newer version',
      )
}

/** Judges what Redis or Valkey answers to INFO. */
export function judgeRedis(info: string): Said {
  const of = (name: string) => new RegExp(`^${name}:(\\d+)\\.(\\d+)\\S*`, 'm').exec(info)
  const valkey = of('valkey_version')
  if (valkey) return ok(`Valkey ${valkey[0].split(':')[1]}`)
  const redis = of('redis_version')
  if (!redis) return warning('REDIS_URL answers without a version', 'Use Valkey, or Redis 6.2 or newer')
  const [major, minor] = [Number(redis[1]), Number(redis[2])]
  const isNew = major > leastRedis[0] || (major === leastRedis[0] && minor >= leastRedis[1])
  const version = redis[0].split(':')[1]
  return isNew
    ? ok(`Redis ${version}`)
    : wrong(`Redis ${version} is older than ${leastRedis.join('.')}`, 'Upgrade it, or use Valkey')
}

/** The database: whether it is there, its version, and that it has a schema. */
export const checkDatabase: Check = async examination => {
  const { data } = examination
  if ('problem' in data)
    return [wrong(data.problem, 'Check DATA_FOLDER or DATABASE_URL, and start the server once')]
  const steps = await rowsOf(examination, db =>
    db
      .selectFrom('migrations')
      .select(eb => eb.fn.countAll<number>().as('steps'))
      .executeTakeFirst(),
  )
  const schema = steps
    ? []
    : [wrong('The database has no schema that can be read', 'Start the server once: it makes the schema')]
  if (data.engine === 'SQLite') return [ok('SQLite in DATA_FOLDER'), ...schema]
  const version = await rowsOf(examination, async db => {
    const { rows } = await sql<{
      version: string
    }>`select current_setting('server_version') as version`.execute(db)
    return rows[0]?.version
  })
  return version === undefined
    ? [wrong('PostgreSQL does not answer', 'Check DATABASE_URL and that the database runs')]
    : [judgePostgres(version), ...schema]
}

export const checkRedis: Check = async ({ settings, timeout }) => {
  const { redisUrl } = settings
  if (redisUrl === undefined)
    return [
      skipped('REDIS_URL is not set: limits are shared through the database, or are this process’s own'),
    ]
  const options = {
    lazyConnect: true,
    connectTimeout: timeout,
    commandTimeout: timeout,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  } as const
  const { protocol, pathname } = new URL(redisUrl)
  const redis =
    protocol === 'unix:' ? new Redis({ ...options, path: pathname }) : new Redis(redisUrl, options)
  redis.on('error', () => {})
  try {
    await redis.connect()
    return [judgeRedis(await redis.info('server'))]
  } catch {
    return [
      wrong(
        'Redis does not answer',
        'Check REDIS_URL and that it runs: without it no one can log in to a wallet',
      ),
    ]
  } finally {
    redis.disconnect()
  }
}

/** The vault: reachable, and not a new one where there was another (T86, T114). It never makes a key. */
export const checkKeyVault: Check = async examination => {
  const { settings } = examination
  if (settings.custody.walletOrigin === undefined)
    return [skipped('FRAME_ORIGIN is not set: these services have no embedded wallet')]
  const used = await rowsOf(examination, db => listUsedKeys({ db: db as never }))
  const noted = await rowsOf(examination, db =>
    db.selectFrom('custody_vault_keys').select('purpose').execute(),
  )
  let keys: Awaited<ReturnType<typeof listVaultKeys>>
  try {
    keys = await listVaultKeys(settings)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    return [
      wrong(
        `The vault cannot be reached: ${reason}`,
        'Check CUSTODY_* and that the vault runs or is mounted',
      ),
    ]
  }
  const restore = 'Mount or restore the vault before anyone logs in: a new key opens no existing wallet'
  const said: Said[] = []
  for (const purpose of keyPurposes) {
    const missing = [...(used?.[purpose] ?? [])].filter(id => !keys[purpose].has(id))
    if (missing.length > 0)
      said.push(
        wrong(
          `The vault lacks keys for ${purpose} that key shares are encrypted under: ${missing.join(', ')}`,
          restore,
        ),
      )
    else if (keys[purpose].size === 0 && noted?.some(row => row.purpose === purpose))
      said.push(wrong(`The vault is new: it had a key for ${purpose} and has none`, restore))
  }
  if (said.length > 0) return said
  const isEmpty = keyPurposes.every(purpose => keys[purpose].size === 0)
  return [
    isEmpty
      ? warning(
          'The vault is new: it has no key yet',
          'Right for a new installation only. The first wallet makes them; back them up then',
        )
      : ok('The vault has every key that key shares are encrypted under'),
  ]
}

/** Milliseconds off that are no matter, and those beyond which sign-in and codes fail (60 s, T26). */
const [someDrift, muchDrift] = [5_000, 30_000]

/** This machine's clock against those of others: PostgreSQL's, and the nodes' of RPC_UPSTREAMS. */
export const checkClock: Check = async examination => {
  const { settings, now } = examination
  const offsets: { readonly source: string; readonly offset: number }[] = []
  if (!('problem' in examination.data) && examination.data.engine === 'PostgreSQL') {
    const before = now()
    const time = await rowsOf(examination, async db => {
      const { rows } = await sql<{
        time: number
      }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db)
      return rows[0]?.time
    })
    if (time !== undefined) offsets.push({ source: 'the database', offset: (before + now()) / 2 - time })
  }
  const nodes = [...settings.rpcUpstreams.values()].flat().filter(url => /^https?:/.test(url))
  // A few are enough for an opinion.
  const answers = await Promise.all(
    nodes.slice(0, 3).map(async url => {
      const before = now()
      const date = await fetchUrl(url, examination).then(
        ({ headers }) => Date.parse(headers.date ?? ''),
        () => Number.NaN,
      )
      // The header has whole seconds.
      return Number.isNaN(date)
        ? []
        : [{ source: new URL(url).host, offset: (before + now()) / 2 - date - 500 }]
    }),
  )
  offsets.push(...answers.flat())
  const [worst] = offsets.toSorted((a, b) => Math.abs(b.offset) - Math.abs(a.offset))
  if (worst === undefined)
    return [
      skipped('There is no other clock to compare with: no node of RPC_UPSTREAMS and no PostgreSQL answers'),
    ]
  const off = Math.abs(worst.offset)
  const says = `This machine’s clock is ${(off / 1_000).toFixed(0)} s ${worst.offset > 0 ? 'ahead of' : 'behind'} ${worst.source}`
  const fix = 'Run a time service (chrony, systemd-timesyncd)'
  if (off > muchDrift) return [wrong(says, `${fix}: sign-in fails from 60 s on`)]
  if (off > someDrift) return [warning(says, fix)]
  return [ok(`This machine’s clock agrees with ${offsets.length} other${offsets.length > 1 ? 's' : ''}`)]
}
