/** `npm run verify-frame`: rebuilds the wallet's page and compares it with the hash log and with a running origin (T83). */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fetchServed } from './fetchServed.ts'
import { buildFrame } from './hashFrame.ts'
import { readHashLog, recordHash } from './hashLog.ts'
import { verifyFrame } from './verifyFrame.ts'

const root = resolve(import.meta.dirname, '../..')
const logFile = join(root, 'apps/frame/hashes.txt')

try {
  const { values } = parseArgs({
    options: {
      origin: { type: 'string' },
      project: { type: 'string' },
      record: { type: 'boolean', default: false },
    },
  })
  const { version: release } = JSON.parse(readFileSync(join(root, 'apps/frame/package.json'), 'utf8')) as {
    version: string
  }
  const built = await buildFrame(root, join(root, '.cache/frame'))
  const text = readFileSync(logFile, 'utf8')
  if (values.record) {
    if (release === '0.0.0')
      throw new Error('Set the version in apps/frame/package.json first: 0.0.0 is no release')
    writeFileSync(logFile, recordHash(text, release, { version: built.version, now: new Date() }))
    process.stdout.write(
      `apps/frame/hashes.txt has ${release} ${built.version.code}: commit it with the release\n`,
    )
  } else {
    const origin = values.origin?.replace(/\/$/, '')
    const served = origin === undefined ? undefined : await fetchServed(origin, values.project)
    const log = readHashLog(text)
    const verdicts = verifyFrame({ built, release, log, ...(served && { served }) })
    for (const { holds, says } of verdicts) process.stdout.write(`${holds ? 'ok   ' : 'wrong'} ${says}\n`)
    if (verdicts.some(({ holds }) => !holds)) process.exitCode = 1
  }
} catch (error) {
  process.stderr.write(`verify-frame: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
