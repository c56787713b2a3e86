import { type Frame, frameOf } from '../world'
import { type Carry, carryOf } from './carry'
import { type Hourly, hourlyOf } from './hourly'
import { type ImpliedBySymbol, impliedBySymbol } from './implied'
import { type Mood, moodOf } from './mood'
import { type Prices, pricesOf } from './prices'

/** One market that all facts are read from: the reason why the boards agree with one another. */
export interface Market {
  readonly frame: Frame
  readonly mood: Mood
  readonly prices: Prices
  readonly hourly: Hourly
  readonly carry: Carry
  readonly implied: ImpliedBySymbol
}

export function marketOf(seed: string, asOf: string): Market {
  const frame = frameOf(seed, asOf)
  const mood = moodOf(frame)
  const prices = pricesOf(frame, mood)
  return {
    frame,
    mood,
    prices,
    hourly: hourlyOf(frame, mood, prices),
    carry: carryOf(frame, mood, prices),
    implied: impliedBySymbol(frame, mood, prices),
  }
}
