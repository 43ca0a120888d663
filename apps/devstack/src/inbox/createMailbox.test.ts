import { expect, test } from 'vitest'
import { createMailbox } from './createMailbox.ts'

const mail = (subject: string) => ({ to: '', from: '', subject, text: '', html: '', at: '' })

test('the oldest gives way, and numbers stay', () => {
  const mailbox = createMailbox(2)
  for (const subject of ['one', 'two', 'three']) mailbox.add(mail(subject))
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['three', 'two'])
  expect(mailbox.find(1)).toBeUndefined()
  expect(mailbox.find(3)?.subject).toBe('three')
  mailbox.empty()
  mailbox.add(mail('four'))
  expect(mailbox.entries().map(([number]) => number)).toEqual([4])
})
