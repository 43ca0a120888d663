import type { FileMutants } from '../mutant.ts'

const login = 'apps/frame/src/login'
const whole = `${login}/createLogin.test.ts`

export const frameLogin: readonly FileMutants[] = [
  {
    file: `${login}/createSessions.ts`,
    tests: [whole],
    changes: [
      [
        "if (kept?.user.account !== used.user.account) throw new CustodyRefusal('SIGN_IN_INVALID')",
        "if (!kept) throw new CustodyRefusal('SIGN_IN_INVALID')",
      ],
      ['if (kept.token !== used.token) return kept', ''],
      ['if (kept && kept.user.account !== session.user.account) await clearRecords(store)', ''],
      ["error.code === 'SIGN_IN_INVALID') await forget()", 'false) await forget()'],
      ['if (before) void reportEnd(before)', ''],
      ['if (kept?.user.account !== change.user.account) return false', 'if (!kept) return false'],
      ['const leastLeft = 60_000', 'const leastLeft = -60_000'],
      ['await Promise.race([Promise.all(goodbyes), wait(mostGoodbye)])', 'await Promise.all(goodbyes)'],
    ],
  },
  {
    file: `${login}/createEntry.ts`,
    tests: [whole, `${login}/silentLogin.test.ts`, `${login}/passkey/createPasskeyLogin.test.ts`],
    changes: [
      ["if (mode === 'operator') return 'operator'", ''],
      ["if (memory !== 'lasting') return memory", ''],
      ["return canProve(user) ? 'later' : 'unproven'", "return 'later'"],
      ["if (by !== 'later') throw new KeysError('recover')", ''],
      ['if (way) await keepAsWell(ctx, account, way)', ''],
      ["if (account === undefined || !(await addressesOf(account))) throw new KeysError('recover')", ''],
    ],
  },
  {
    file: `${login}/createProof.ts`,
    tests: [whole, 'apps/frame/src/settings/settings.test.ts'],
    changes: [
      ['if (session.user.account !== (await ownUser())?.account) {', 'if (false) {'],
      [
        "if (step.action !== 'VERIFY_OTP') throw new CustodyRefusal('LOGIN_STEP_UP')",
        "if (step.action !== 'VERIFY_OTP') throw new CustodyRefusal('LOGIN_ENDED')",
      ],
      ['page: host, fresh: true', 'page: host'],
    ],
  },
  {
    file: `${login}/pollSocial.ts`,
    tests: [`${login}/pollSocial.test.ts`, `${login}/createSocialLogin.test.ts`],
    changes: [
      ["if (began > until) throw new CustodyRefusal('LOGIN_ENDED')", ''],
      ["|| isRefusal(error, 'APKT010')) return undefined", ') return undefined'],
      [
        "if (signal.aborted || attempt.aborted) throw createError('RPC_ABORTED')",
        "if (signal.aborted) throw createError('RPC_ABORTED')",
      ],
    ],
  },
  {
    file: `${login}/refuseLate.ts`,
    tests: [whole, `${login}/createSocialLogin.test.ts`],
    changes: [
      [
        'if (!(await sessions.replace(session))) void sessions.refuse(session)',
        'await sessions.replace(session)',
      ],
    ],
  },
  {
    file: `${login}/openKeys.ts`,
    tests: [whole],
    changes: [["memory: 'page' }", 'memory: deps.memory }']],
  },
  {
    file: `${login}/memoryOf.ts`,
    tests: [`${login}/memoryOf.test.ts`],
    changes: [["? 'run' : 'lasting'", "? 'lasting' : 'run'"]],
  },
  {
    file: `${login}/passkey/window/openPasskeyWindow.ts`,
    tests: [`${login}/passkey/window/openPasskeyWindow.test.ts`],
    changes: [
      ['source !== opened || from !== origin', 'source !== opened'],
      ['source !== opened || ', ''],
      ['if (port) return life.abort()', ''],
      ['if (view.performance.now() - at > freshFor) {', 'if (false) {'],
    ],
  },
]
