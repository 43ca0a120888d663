import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { chromiumArgs, findShell } from './scripts/chromium/chromium.ts'
import { testFontEnv } from './scripts/chromium/testFonts.ts'
import { sourceCondition } from './scripts/sourceCondition.ts'
import { browserDependencies } from './scripts/vite/browserDependencies.ts'
import { cssText } from './scripts/vite/cssText.ts'

const rooms = '{packages,apps,bench,scripts}'
// What the services promise: the store on each engine, the routes over each rule.
const contractTests = ['{packages,apps}/**/*.contract.test.ts', 'apps/server/**/*.test.ts']
// Soaks and kills that take minutes: `npm run test:long`.
const longTests = ['{packages,apps,scripts,bench}/**/*.long.test.ts', 'e2e/interop/**/*.long.test.ts']
const notOurs = ['**/node_modules/**', '**/dist/**', '**/.cache/**']
// For ten seconds, some of them.
const waiting = /\/(drainRelay|admitSocket)\.test\.ts$/
const dependencies = browserDependencies()
const executablePath = findShell()

/** Begins with the files whose tests wait: begun last, they would be waited for alone. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files)
    const waits = (file: (typeof sorted)[number]) => Number(waiting.test(file.moduleId))
    return sorted.toSorted((a, b) => waits(b) - waits(a))
  }
}

const server = {
  conditions: [sourceCondition, ...defaultServerConditions],
  externalConditions: [sourceCondition, 'node', 'import', 'module-sync'],
}
/**
 * No machine is too slow: these times tell a test that hangs, well before its gate is ended for its silence. What is waited
 * for ends the wait when it comes.
 */
const patient = {
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: [join(import.meta.dirname, 'scripts/vite/patience.ts')],
}
const shared = {
  plugins: [cssText()],
  // One file for all: looking tsconfig files up would tie each test to every workspace's references.
  tsconfig: join(import.meta.dirname, 'tsconfig.base.json'),
  ssr: { resolve: server },
  // One cache per dependency list, so that a run with another list cannot re-optimise under this one.
  cacheDir: `.cache/vite-test/${createHash('sha256').update(dependencies.join()).digest('hex').slice(0, 12)}`,
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        ...shared,
        resolve: { conditions: [sourceCondition, ...defaultServerConditions] },
        test: {
          ...patient,
          name: 'unit',
          environment: 'node',
          include: [`${rooms}/**/*.test.{ts,tsx}`],
          exclude: [...notOurs, '**/*.browser.test.*', ...contractTests, ...longTests],
          // Modules hold no state that changes (scripts/layers), so files may share a worker; what they stub is put back.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
          maxWorkers: 2,
        },
      },
      {
        ...shared,
        resolve: { conditions: [sourceCondition, ...defaultServerConditions] },
        test: {
          ...patient,
          name: 'contract',
          environment: 'node',
          include: contractTests,
          exclude: [...notOurs, ...longTests],
          globalSetup: ['scripts/databases/contractSetup.ts'],
          // As above: starting a worker and loading the server for each file took a fifth of the time.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
          restoreMocks: true,
          // Much of their time is waiting for disks and for answers that come late on purpose.
          maxWorkers: 4,
        },
      },
      {
        ...shared,
        resolve: { conditions: [sourceCondition, ...defaultServerConditions] },
        test: {
          ...patient,
          name: 'interop',
          environment: 'node',
          include: ['e2e/interop/**/*.test.ts'],
          exclude: [...notOurs, ...longTests],
          globalSetup: ['e2e/interop/setup.ts'],
          // Half of their time is waiting for each other.
          maxWorkers: 3,
        },
      },
      {
        ...shared,
        resolve: { conditions: [sourceCondition, ...defaultServerConditions] },
        test: {
          ...patient,
          name: 'long',
          environment: 'node',
          include: longTests,
          exclude: notOurs,
          globalSetup: ['scripts/databases/contractSetup.ts'],
          testTimeout: 1_200_000,
          // One after another: some of them measure.
          maxWorkers: 1,
        },
      },
      {
        ...shared,
        resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
        optimizeDeps: { include: dependencies, noDiscovery: true },
        test: {
          ...patient,
          name: 'browser',
          include: [`${rooms}/**/*.browser.test.{ts,tsx}`],
          exclude: notOurs,
          // A page each: what one waits for, the other has the processor for.
          maxWorkers: 2,
          browser: {
            enabled: true,
            headless: true,
            connectTimeout: 300_000,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: [...chromiumArgs],
                env: { ...process.env, ...testFontEnv() },
                ...(executablePath === undefined ? {} : { executablePath }),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
