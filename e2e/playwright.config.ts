import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArgs, ensureShell } from '../scripts/chromium/chromium.ts'
import './setup/preferSources.ts'

// Where a window of its own matters, a test starts the other one (setup/embeddedWallet.ts).
const executablePath = await ensureShell()
// Every worker reads this file as well, and has nothing to look for or to install.
process.env.LATCHKEY_SHELL = executablePath

/** Tests in whole Chromium (setup/embeddedWallet.ts), most of them longer than any other, and most of that waiting. */
const framed =
  /\/(accounttypes|announced|bundler|delegation|embedded|firstvisit|keptwallet|lostchunks|permissions|purchase|smartaccount|smartattacks|smarthooks|smartlost|social|swapembedded|testdapp|waiting|walletsettings)\.spec\.ts$/

/** The whole stack in a real browser. `npm test e2e`, or `playwright test -c e2e/playwright.config.ts` by hand. */
export default defineConfig({
  testDir: './specs',
  outputDir: '../.cache/e2e/results',
  snapshotPathTemplate: '{testDir}/../screenshots/{arg}{ext}',
  globalSetup: './setup/global.config.ts',
  // A third fills what two leave of two cores while they wait, a sixth of the time; a fourth only makes the others late.
  workers: Math.min(3, availableParallelism() + 1),
  fullyParallel: true,
  // The long ones first, beside the others: at the end they would be waited for.
  projects: [
    { name: 'framed', testMatch: framed, workers: 1 },
    { name: 'pages', testIgnore: framed },
  ],
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // No machine is too slow: these timeouts only detect a test that hangs. A wait ends when its condition holds.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: [...chromiumArgs] },
    viewport: { width: 1280, height: 800 },
    // The word of a page in doubt is worth more than a picture of it, and much faster.
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // Fades instead of moves: nothing to wait for before a press. The tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
})
