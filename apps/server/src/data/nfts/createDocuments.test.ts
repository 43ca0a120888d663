import { expect, it } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import type { FetchPublic } from '../images/fetchPublic.ts'
import { createDocuments } from './createDocuments.ts'

const uri = 'https://keys.example/1.json'
const client = '203.0.113.7'
const minute = 60_000

function setUp(answers: readonly (object | number)[]) {
  const time = { now: 0 }
  const asked: string[] = []
  const fetchPublic: FetchPublic = async url => {
    const answer = answers[Math.min(asked.push(url), answers.length) - 1]
    const body = typeof answer === 'number' ? '' : JSON.stringify(answer)
    return {
      url,
      status: typeof answer === 'number' ? answer : 200,
      headers: {},
      body: new TextEncoder().encode(body),
    }
  }
  const log = createLog({ level: 'silent' })
  const documents = createDocuments({ fetchPublic, clock: () => time.now, log })
  const nameOf = async () => (await documents.read([uri], client)).get(uri)?.name
  return { time, asked, documents, nameOf }
}

it('reads a document once for all who ask, and again after a day', async () => {
  const { time, asked, nameOf, documents } = setUp([{ name: 'One' }, { name: 'Two' }])
  expect(await Promise.all([nameOf(), nameOf()])).toEqual(['One', 'One'])
  expect(await nameOf()).toBe('One')
  expect(asked).toEqual([uri])
  time.now = 25 * 60 * minute
  // What is known is good enough for this answer; the next one has the new words.
  expect(await nameOf()).toBe('One')
  await expect.poll(async () => (await documents.read([uri], client)).get(uri)?.name).toBe('Two')
  expect(asked).toHaveLength(2)
})

it('tries a host that fails again after a minute, and keeps what it said before', async () => {
  const { time, asked, nameOf } = setUp([503, { name: 'One' }, 503])
  expect(await nameOf()).toBeUndefined()
  expect(await nameOf()).toBeUndefined()
  expect(asked).toHaveLength(1)
  time.now = 2 * minute
  expect(await nameOf()).toBe('One')
  time.now = 26 * 60 * minute
  expect(await nameOf()).toBe('One')
  await expect.poll(() => asked.length).toBe(3)
  expect(await nameOf()).toBe('One')
})

it('keeps it in mind that there is no document', async () => {
  const { asked, documents } = setUp([404])
  for (const _ of [1, 2])
    expect((await documents.read([uri], client)).get(uri)).toEqual({
      name: null,
      description: null,
      image: null,
    })
  expect(asked).toHaveLength(1)
})
