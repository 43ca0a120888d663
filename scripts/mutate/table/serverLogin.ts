import type { FileMutants } from '../mutant.ts'

const login = 'apps/server/src/people/login'
const mounted = `${login}/mountLogin.test.ts`
const sessions = `${login}/sessions.test.ts`
const waiting = `${login}/waiting/waiting.test.ts`
const passkeys = `${login}/passkeys.test.ts`
const newDevice = `${login}/newDevice.test.ts`
const custody = 'apps/server/src/people/custody'

export const serverLogin: readonly FileMutants[] = [
  {
    file: `${login}/checkCode.ts`,
    tests: [newDevice],
    changes: [
      ['const isShort = isCounted && !isKnown && code.length === codeLength.short', 'const isShort = false'],
      ['if (isCounted) await login.limits.giveBackGuess(address)', ''],
      ['if (isShort && mayCompare) await signIn.limits.giveBackShort(subject)', ''],
    ],
  },
  {
    file: `${login}/createAddresses.ts`,
    tests: [newDevice, `${login}/createAddresses.test.ts`],
    changes: [["eb('login_addresses.fails', '<', mostFails)", "eb('login_addresses.fails', '<', 1_000)"]],
  },
  {
    file: `${login}/mountEmailLogin.ts`,
    tests: [newDevice, mounted],
    changes: [
      ['if (isKnown) return login.codeForm', ''],
      ['!isKnown && (login.checksDevice || !(await login.limits.mayGuess(address)))', 'false'],
      ["return isSpent ? login.codeForm : 'short'", "return 'short'"],
    ],
  },
  {
    file: `${custody}/requireKeyHere.ts`,
    tests: [`${login}/loginAlone.test.ts`],
    changes: [
      ["=== 'recover'", "=== 'none'"],
      ["if (custody.mode !== 'user') return\n", ''],
    ],
  },
  {
    file: `${login}/createLoginSessions.ts`,
    tests: [sessions, mounted, 'apps/server/src/people/social/social.test.ts'],
    changes: [
      ['isSame(row.token_mac, digestOf(token)) ? row : undefined', 'row'],
      [".where('login_sessions.token_until', '>', now())", ''],
      [".where('login_sessions.project_id', '=', project)", ''],
      [
        "eb.and([eb('last_refresh_mac', '=', mac), eb('is_used', '=', 0)])",
        "eb('last_refresh_mac', '=', mac)",
        'the statement that sets `is_used` takes the earlier digest away',
      ],
      ['      await store.write([remove(project, id)])\n      return undefined', '      return undefined'],
      ['Math.min(at + idle, endsAt)', 'at + idle'],
      ['last.proved_at > (silent?.provedAt ?? 0) ? last : undefined', 'true ? last : undefined'],
      [".where('refresh_until', '>', at)\n          .where(eb", '.where(eb'],
      [
        ".where('project_id', '=', project)\n          .where('device', '=', device)",
        ".where('project_id', '=', project)",
      ],
    ],
  },
  {
    file: `${login}/createFlows.ts`,
    tests: [mounted],
    changes: [
      [".where('state', '=', 'open')\n          .where('expires_at'", ".where('expires_at'"],
      [
        "db\n        .selectFrom('login_flows')\n        .selectAll()\n        .where('link_mac', '=', digestOf(link))\n        .where('expires_at', '>', now())",
        "db\n        .selectFrom('login_flows')\n        .selectAll()\n        .where('link_mac', '=', digestOf(link))",
      ],
      ['String(randomInt(100))', 'String(0)'],
    ],
  },
  {
    file: `${login}/requireFresh.ts`,
    tests: [`${login}/requireFresh.test.ts`, sessions, passkeys, `${login}/emailChange.test.ts`],
    changes: [
      ['isFrozen || !isFresh(sessionAge)', '!isFresh(sessionAge)'],
      ['isFrozen || !isFresh(sessionAge)', 'isFrozen'],
      ["if (caller.provedBy !== 'passkey') throw new RouteFault('LOGIN_STEP_UP')", ''],
    ],
  },
  {
    file: `${login}/createDevices.ts`,
    tests: [sessions, mounted, waiting],
    changes: [
      [".where('login_devices.device', '=', device)", ''],
      ['(mostDevices - 1)', '(mostDevices + 1)'],
      ['!holders.has(device)', 'true'],
      [".orderBy('seen_at', 'desc')", ".orderBy('seen_at', 'asc')"],
    ],
  },
  {
    file: `${login}/waiting/composeWaiting.ts`,
    tests: [waiting, `${login}/waiting/sweepWaiting.test.ts`],
    changes: [
      ['{ unless: due }', '{ where: due }'],
      ['{ where: left }', '{ unless: left }'],
      [".where('effect_at', '<=', at)", ''],
      [".where('known.subject', '=', row.subject)", ''],
      ['row.begun_at - waitingTime', 'row.begun_at'],
    ],
  },
  {
    file: `${login}/waiting/createWaiting.ts`,
    tests: [waiting],
    changes: [
      ["=== 'recover'", "=== 'none'"],
      ['() => drop(row.id)', 'async () => {}'],
    ],
  },
  {
    file: `${login}/createPasskeys.ts`,
    tests: [passkeys],
    changes: [
      ['requireUserVerification: true', 'requireUserVerification: false'],
      ['`passkey ${purpose} ${account} ${device}`', '`passkey ${account} ${device}`'],
      ['`passkey ${purpose} ${account} ${device}`', '`passkey ${purpose} ${account}`'],
      [
        'expectedOrigin: walletOrigin',
        "expectedOrigin: [walletOrigin, 'https://evil.example', 'https://shop.example']",
      ],
      [
        "(typeof topOrigin === 'string' && isAllowedOrigin(project, topOrigin))",
        "typeof topOrigin === 'string'",
      ],
      ['if (now() - created_at >= oneDay) return false', ''],
    ],
  },
  {
    file: `${login}/composeLink.ts`,
    tests: [passkeys, 'apps/server/src/people/social/social.test.ts'],
    changes: [
      [".where('device', '=', device)\n", '\n', 'a session, which is looked up by its id, is of one device'],
    ],
  },
]
