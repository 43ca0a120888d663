import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EnvironmentError } from './core/settings/environmentError.ts'
import { parseEnvironment } from './parseEnvironment.ts'

const problemsOf = (environment: Record<string, string>) => {
  try {
    parseEnvironment(environment)
    return []
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems
    throw error
  }
}

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const pools =
  'must be a JSON object such as {"eip155:31337":{"factory":"0x…","router":"0x…","bases":["0x…"]}} with at most 8 bases'

describe('parseEnvironment', () => {
  it('needs nothing', () => {
    expect(parseEnvironment({})).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      dataFolder: '.data/server',
      dataLimit: undefined,
      databaseUrl: undefined,
      redisUrl: undefined,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      development: false,
      rpcUpstreams: new Map(),
      rpcTimeout: 10_000,
      rpcBatchLimit: 100,
      rpcAnswerLimit: 8_388_608,
      bodyLimit: 262_144,
      rateLimit: { perSecond: 100, burst: 500 },
      analytics: { days: 30 },
      images: {
        ipfsGateway: 'https://ipfs.io',
        loopbackHosts: [],
        maxBytes: 5_242_880,
        cacheBytes: 64_000_000,
      },
      projectCache: 5_000,
      rateLimitWithoutOrigin: { perSecond: 50, burst: 250 },
      trustedProxies: [],
      drainTimeout: 10_000,
      logLevel: 'info',
    })
  })

  it('reads what is set and takes an empty variable as unset', () => {
    const settings = parseEnvironment({
      HOST: '::',
      PORT: '0',
      LATCHKEY_DEV: '1',
      DATA_LIMIT_MB: '3',
      LOG_LEVEL: '',
      RPC_UPSTREAMS:
        '{"eip155:31337":["http://127.0.0.1:8545"],"eip155:1":["https://a.example/key","https://b.example"]}',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    })
    expect(settings).toMatchObject({
      host: '::',
      port: 0,
      development: true,
      dataLimit: 3_000_000,
      logLevel: 'info',
    })
    expect([...settings.rpcUpstreams]).toEqual([
      ['eip155:31337', ['http://127.0.0.1:8545']],
      ['eip155:1', ['https://a.example/key', 'https://b.example']],
    ])
    expect(settings.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
  })

  it.each([
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '80.5', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
    ['HOST', 'a b', 'must be an address or a host name'],
    ['LATCHKEY_DEV', 'true', 'must be 0 or 1'],
    ['LOG_LEVEL', 'loud', 'must be one of debug, info, warn, error, silent'],
    ['RPC_TIMEOUT_MS', '5', 'must be a whole number from 100 to 60000'],
    ['DATABASE_URL', 'mysql://h/d', 'must be a URL such as postgres://user:password@host:5432/database'],
    ['DATABASE_URL', 'canary', 'must be a URL such as postgres://user:password@host:5432/database'],
    [
      'DATABASE_URL',
      'postgres://u:%zz@h/d',
      'must be a URL such as postgres://user:password@host:5432/database',
    ],
    ['DATABASE_POOL', '1', 'must be a whole number from 2 to 1000'],
    ['REDIS_URL', 'redis://h', 'needs DATABASE_URL: processes that share limits share their data as well'],
    [
      'REDIS_URL',
      'redis+sentinel://h:26379/m',
      'must name one primary: Sentinels and clusters are not supported',
    ],
    ['REDIS_URL', 'rediss-sentinel://h', 'must name one primary: Sentinels and clusters are not supported'],
    ['REDIS_URL', 'redis-cluster://h', 'must name one primary: Sentinels and clusters are not supported'],
    ['REDIS_URL', 'redis://a:1,b:2/0', 'must name one primary: Sentinels and clusters are not supported'],
    ['REDIS_URL', 'http://h', 'must be a URL such as redis://:password@host:6379/0'],
    ['REDIS_PREFIX', 'a b', 'must be 1 to 64 letters, digits and any of _ : . -'],
    ['METRICS_PORT', '99999', 'must be a whole number from 0 to 65535'],
    ['RATE_LIMIT_BURST', '99', 'must be at least RPC_BATCH_LIMIT: each call of a batch counts'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'must list addresses or CIDR ranges, separated by commas'],
    ['TRUSTED_PROXIES', 'proxy.example', 'must list addresses or CIDR ranges, separated by commas'],
    [
      'RPC_UPSTREAMS',
      '[]',
      'must be a JSON object from chain to URLs, such as {"eip155:1":["https://node.example"]}',
    ],
    [
      'RPC_UPSTREAMS',
      '{',
      'must be a JSON object from chain to URLs, such as {"eip155:1":["https://node.example"]}',
    ],
    [
      'RPC_UPSTREAMS',
      '{"1":["https://n.example"]}',
      'must have chains of eip155, solana, bip122, stacks, cosmos, sui, polkadot as keys, such as eip155:1',
    ],
    [
      'RPC_UPSTREAMS',
      '{"solana:x":["https://n.example"]}',
      "must name a cluster of solana by the first 32 characters of its genesis' hash",
    ],
    [
      'RPC_UPSTREAMS',
      '{"tezos:mainnet":["https://n.example"]}',
      'must have chains of eip155, solana, bip122, stacks, cosmos, sui, polkadot as keys, such as eip155:1',
    ],
    [
      'RPC_UPSTREAMS',
      '{"constructor:1":["https://n.example"]}',
      'must have chains of eip155, solana, bip122, stacks, cosmos, sui, polkadot as keys, such as eip155:1',
    ],
    [
      'RPC_UPSTREAMS',
      '{"eip155:1":[]}',
      'must list 1 to 10 http(s) URLs without user and password for eip155:1',
    ],
    [
      'RPC_UPSTREAMS',
      '{"eip155:1":["file:///etc"]}',
      'must list 1 to 10 http(s) URLs without user and password for eip155:1',
    ],
    ['CONVERT_POOLS', '[]', pools],
    ['CONVERT_POOLS', '{', pools],
    ['CONVERT_POOLS', '{"eip155:1":{}}', pools],
    ['CONVERT_POOLS', '{"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp":{"factory":"F","router":"R"}}', pools],
    ['CONVERT_POOLS', '{"eip155:1":{"factory":"0x1","router":"0x1"}}', pools],
    [
      'CONVERT_POOLS',
      `{"eip155:1":{"factory":"${address}","router":"${address}"}}`,
      'names eip155:1, which RPC_UPSTREAMS does not serve',
    ],
    ['CONVERT_FEE_BPS', '1001', 'must be a whole number from 0 to 1000'],
    ['CONVERT_FEE_BPS', '30', 'needs CONVERT_FEE_RECIPIENT: someone has to get the fee'],
    ['CONVERT_FEE_RECIPIENT', 'a b', 'must list addresses, separated by commas'],
    ['CONVERT_TIMEOUT_MS', '1', 'must be a whole number from 100 to 30000'],
    ['ZEROX_URL', 'https://u:p@api.example', 'must be an http(s) URL without user, password and query'],
    ['LIFI_URL', 'ftp://api.example', 'must be an http(s) URL without user, password and query'],
    ['LIFI_ENABLED', 'yes', 'must be 0 or 1'],
    ['LIFI_INTEGRATOR', 'my shop', 'must be a name of at most 23 letters, digits, . _ and -'],
    ['JUPITER_API_KEY', 'two words', 'must be a key without blanks'],
    [
      'RPC_UPSTREAMS',
      '{"eip155:1":["https://u:p@n.example"]}',
      'must list 1 to 10 http(s) URLs without user and password for eip155:1',
    ],
  ])('%s=%s', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${problem}`])
  })

  it('names every wrong variable at once', () => {
    expect(problemsOf({ PORT: 'x', LATCHKEY_DEV: 'x', LOG_LEVEL: 'x' })).toHaveLength(3)
  })

  it('T44: never repeats a value', () => {
    const secret = 'canary-7f3a'
    const names = [...readme().matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(match => String(match[1]))
    for (const name of names) {
      for (const value of [
        secret,
        `{"eip155:1":["ftp://${secret}"]}`,
        `{"${secret}":1}`,
        `redis://:${secret}@h/%zz`,
      ])
        expect(problemsOf({ [name]: value }).join()).not.toContain(secret)
    }
  })

  it('throws nothing else, whatever is set', () => {
    const name = fc.constantFrom(
      'PORT',
      'HOST',
      'RPC_UPSTREAMS',
      'TRUSTED_PROXIES',
      'LOG_LEVEL',
      'LATCHKEY_DEV',
    )
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(fc.string(), fc.json())), environment => {
        for (const problem of problemsOf(environment)) expect(problem).not.toContain('\n')
      }),
    )
  })

  it('reads exactly the variables that README lists', () => {
    const read = new Set<string>()
    parseEnvironment(
      new Proxy({} as Record<string, string>, {
        get: (_target, name) => {
          read.add(String(name))
          return undefined
        },
      }),
    )
    const listed = [...readme().matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(match => match[1])
    expect(listed.sort()).toEqual([...read].sort())
  })
})

function readme(): string {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  return text.slice(text.indexOf('## Configuration'), text.indexOf('## Calls'))
}
