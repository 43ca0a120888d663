import type { FileMutants } from '../mutant.ts'

const server = 'packages/latchkey/src/server'
const verify = `${server}/verifySignIn.test.ts`
const signIn = `${server}/createSignIn.test.ts`
const contracts = `${server}/contractAccounts.test.ts`

export const libraryServer: readonly FileMutants[] = [
  {
    file: `${server}/checkSignInMessage.ts`,
    tests: [verify],
    changes: [
      ["if (message.nonce !== expected.nonce) return { refusal: 'nonce' }", ''],
      ["if (!expected.chains.includes(message.chainId)) return { refusal: 'chain' }", ''],
      ["if (origins.length === 0) return { refusal: 'domain' }", ''],
      ['each.origin === origin && each.protocol', 'each.protocol'],
      ['issued > now + skew', 'issued > now + 2 * skew'],
      ['if (issued < now - longestAge)', 'if (issued < now - 2 * longestAge)'],
      ['expires <= now - skew', 'expires <= now - 2 * skew'],
      ['begins > now + skew', 'begins > now + 2 * skew'],
      ["username === '' && password === '' ? origin : undefined", 'origin'],
    ],
  },
  {
    file: `${server}/namespaces/solanaSignIn.ts`,
    tests: [`${server}/solanaSignIn.test.ts`],
    changes: [
      ["if (isMemo && acceptTransactions !== true) return 'unsupported'", ''],
      ['acceptTransactions !== true', 'acceptTransactions === false'],
      ['isMemo ? formatMemoMessage(key, message) : utf8ToBytes(message)', 'utf8ToBytes(message)'],
      ['zip215: false', 'zip215: true'],
      ['parseBase58(text, 32) ? text : undefined', 'text'],
      ['86}==$', '86}'],
    ],
  },
  {
    file: `${server}/createSeal.ts`,
    tests: [`${server}/createSeal.test.ts`],
    changes: [
      ['each.length >= 32', 'each.length >= 31'],
      ['if (!isSame(mac, sign(known.key, `1.${id}.${value}`))) return undefined', ''],
      ['|| more.length > 0', ''],
      ['utf8ToBytes(each), utf8ToBytes(purpose)', 'utf8ToBytes(each), utf8ToBytes("")'],
      ['difference |= given.charCodeAt', 'difference = given.charCodeAt'],
    ],
  },
  {
    file: `${server}/createSessions.ts`,
    tests: [signIn],
    changes: [
      ['each.expiresAt > now()', 'true'],
      ['domains.includes(each.domain) && ', ''],
      [
        'isSameAddress(address, pair.address) && chainId === pair.chainId',
        'isSameAddress(address, pair.address)',
      ],
      ['            .slice(0, mostSessions)\n', ''],
    ],
  },
  {
    file: `${server}/createSignIn.ts`,
    tests: [signIn],
    changes: [
      ["if (!isOurs && (origin !== null || request.method === 'POST')) return refuse('APKT002')", ''],
      [
        '`${flow}.${nonce}`',
        '`${nonce}`',
        'a nonce is sealed for its flow, and no two flows have the same one',
      ],
      ['Math.min(now() + options.sessionSeconds * 1_000, ends)', 'now() + options.sessionSeconds * 1_000'],
      ['origins: [origin],\n', 'origins,\n'],
    ],
  },
  {
    file: `${server}/cookies.ts`,
    tests: [signIn],
    changes: [
      ["'HttpOnly',", ''],
      ['domain === undefined ? `__Host-${name}`', 'false ? `__Host-${name}`'],
    ],
  },
  {
    file: `${server}/signInStore.ts`,
    tests: [signIn],
    changes: [
      ['if ((keys.get(key) ?? 0) > now()) return false', 'if (keys.has(key)) return false'],
      ['return (keysOf(key).get(key) ?? 0) > at', 'return keysOf(key).has(key)'],
    ],
  },
  {
    file: `${server}/recoverSigner.ts`,
    tests: [`${server}/recoverSigner.test.ts`],
    changes: [
      [
        '|| parity > 1) return undefined',
        ') return undefined',
        'the library refuses other ids; 2 and 3 need an r below p − n, which one signature in 2^127 has',
      ],
      ['${bytes.length}`', '${text.length}`'],
    ],
  },
  {
    file: `${server}/verifyContractSignature.ts`,
    tests: [contracts],
    changes: [["answer.result === '0x01'", "answer.result !== '0x'"]],
  },
  {
    file: `${server}/pollNodes.ts`,
    tests: [contracts],
    changes: [
      ["if (urls.length < quorum) return 'unreachable'", ''],
      ['counts.valid >= quorum', 'counts.valid >= 1'],
    ],
  },
  {
    file: `${server}/rpcCall.ts`,
    tests: [`${server}/rpcCall.test.ts`, contracts],
    changes: [
      ["redirect: 'manual'", "redirect: 'follow'"],
      ['    if (length > limit) {\n', '    if (false) {\n'],
    ],
  },
]
