import { describe, expect, it, vi } from 'vitest'
import { createFacts } from './facts.ts'

const closed = { connected: false }

describe('facts', () => {
  it('reach every listener, in order and unchanged', () => {
    const facts = createFacts()
    const heard: unknown[] = []
    facts.on('closed', fact => heard.push(['first', fact]))
    facts.on('closed', fact => heard.push(['second', fact]))
    facts.on('opened', fact => heard.push(['never', fact]))
    facts.emit('closed', closed)
    expect(heard).toEqual([
      ['first', closed],
      ['second', closed],
    ])
  })

  it('may be emitted without a listener', () => {
    expect(() => createFacts().emit('closed', closed)).not.toThrow()
  })

  it('do not reach a listener that was removed; removing it twice is removing it once', () => {
    const facts = createFacts()
    const listener = vi.fn()
    const off = facts.on('closed', listener)
    off()
    off()
    facts.emit('closed', closed)
    expect(listener).not.toHaveBeenCalled()
  })

  it('a listener that was added twice hears twice, and each goes for itself', () => {
    const facts = createFacts()
    const listener = vi.fn()
    const off = facts.on('closed', listener)
    facts.on('closed', listener)
    facts.emit('closed', closed)
    expect(listener).toHaveBeenCalledTimes(2)
    off()
    facts.emit('closed', closed)
    expect(listener).toHaveBeenCalledTimes(3)
  })

  it('reports the fault of a listener, and calls the other listeners', () => {
    const faults: unknown[] = []
    const facts = createFacts(cause => faults.push(cause))
    const fault = new Error('mine')
    const after = vi.fn()
    facts.on('closed', () => {
      throw fault
    })
    facts.on('closed', after)
    facts.emit('closed', closed)
    expect(after).toHaveBeenCalledOnce()
    expect(faults).toEqual([fault])
  })

  it('listeners that come or go while an event is emitted do not disturb it', () => {
    const facts = createFacts()
    const late = vi.fn()
    const gone = vi.fn()
    facts.on('closed', () => {
      facts.on('closed', late)
      off()
    })
    const off = facts.on('closed', gone)
    facts.emit('closed', closed)
    expect(late).not.toHaveBeenCalled()
    expect(gone).toHaveBeenCalledOnce()
    facts.emit('closed', closed)
    expect(late).toHaveBeenCalledOnce()
    expect(gone).toHaveBeenCalledOnce()
  })

  it('by default a fault never reaches the emitter, in a page or outside', () => {
    const facts = createFacts()
    const after = vi.fn()
    const reported: unknown[] = []
    const original = globalThis.reportError
    globalThis.reportError = cause => reported.push(cause)
    facts.on('closed', () => {
      throw new Error('mine')
    })
    facts.on('closed', after)
    try {
      facts.emit('closed', closed)
    } finally {
      globalThis.reportError = original
    }
    expect(after).toHaveBeenCalledOnce()
    expect(reported).toHaveLength(1)
  })
})
