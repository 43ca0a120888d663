/**
 * `npm run test:live -- convert` or `-- onramp`: asks vendors' own servers, where the environment has keys for them. It is
 * no part of `npm test`: without keys it asks nothing and says so.
 */
import { Wrong } from '../../core/settings/readers.ts'
import { askRamps } from './askRamps.ts'
import { askVendors } from './askVendors.ts'

const topics = { convert: askVendors, onramp: askRamps } as const
const [topic = '', ...more] = process.argv.slice(2)
const ask = Object.hasOwn(topics, topic) ? topics[topic as keyof typeof topics] : undefined
if (ask === undefined || more.length > 0) {
  process.stderr.write(`usage: npm run test:live -- ${Object.keys(topics).join('|')}\n`)
  process.exitCode = 1
} else {
  try {
    const { lines, failed } = await ask(process.env)
    process.stdout.write(`${lines.join('\n')}\n`)
    process.exitCode = failed ? 1 : 0
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    process.stderr.write(`A variable ${error.message}\n`)
    process.exitCode = 1
  }
}
