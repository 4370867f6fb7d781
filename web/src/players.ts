// Made by `python -m banquise.server.typescript` from the protocols beside it. Do not edit.
import type { Clock, PlaceWish, Seated } from './protocol';

/** What a player wants on the card: a name, a shape in its colour, the languages they speak. */
export interface CardWish {
  name?: string;
  shape?: 'red' | 'yellow' | 'green' | 'blue';
  languages?: ('en' | 'fr' | 'de' | 'fa')[];
  label?: string;
}

/** A player's card, as anybody may see it. ``since``: milliseconds since 1970. */
export interface Card {
  player: string;
  name: string;
  shape: 'red' | 'yellow' | 'green' | 'blue';
  languages: string[];
  since: number;
}

/** A device that holds a card; ``here``: the one that asks. */
export interface DeviceInfo {
  device: string;
  label: string;
  since: number;
  here: boolean;
}

/** One's own card, the devices that hold it, and where the feed of this one is. */
export interface Me {
  card: Card;
  devices: DeviceInfo[];
  feed: string;
}

/** Let whoever brings this code hold the card too. The device makes the code; the server keeps its digest only. */
export interface MoveWish {
  code: string;
}

/** Until when the code can be brought, once. */
export interface Moving {
  until: number;
}

/** Bring the code of another device. The key of this device comes with the request, and holds the card then. */
export interface ArriveWish {
  code: string;
  label?: string;
}

/** Take the card from a device. */
export interface RevokeWish {
  device: string;
}

/** How strong a player is: a number of which a fox has 1000, and where its 95 % interval begins and ends. ``equals``: the bot that it equals, if the interval holds any. */
export interface RatingInfo {
  rating: number;
  low: number;
  high: number;
  equals: string | null;
}

/** What a rated match has done to a rating. */
export interface RatingChange {
  before: number;
  after: RatingInfo;
}

/** A match of mine. ``mine``: my seats; ``turn``: one of them may move; ``change``: where it has counted. */
export interface MyMatch {
  table: string;
  game: string;
  status: 'open' | 'running' | 'over';
  title: string;
  options: Record<string, string>;
  clock: Clock;
  created: number;
  ended: number | null;
  seats: Record<string, string>[];
  winners: number[] | null;
  mine: number[];
  turn: boolean;
  rated: boolean;
  change: RatingChange | null;
}

/** My matches: those that wait for me first, then the latest; ``next`` continues the list. */
export interface MyMatches {
  matches: MyMatch[];
  next: string | null;
}

/** A player's rating at a game with so many seats, after so many rated matches, the last at ``last``. */
export interface PlayerRating {
  game: string;
  seats: number;
  info: RatingInfo;
  matches: number;
  last: number;
}

/** All ratings of a player. */
export interface PlayerRatings {
  ratings: PlayerRating[];
}

/** A bot where it was measured: it anchors the scale, and no match moves it. */
export interface BotStanding {
  level: string;
  info: RatingInfo;
}

/** A player among the others: the ``places``, from and to, that their interval allows. */
export interface Standing {
  places: [number, number];
  player: string;
  name: string;
  shape: 'red' | 'yellow' | 'green' | 'blue';
  info: RatingInfo;
  matches: number;
}

/** The rated players of a game with so many seats; ``next`` continues the list. No ``bots``: not measured there. */
export interface Standings {
  game: string;
  seats: number;
  players: number;
  bots: BotStanding[];
  standings: Standing[];
  next: string | null;
}

/** Play with whoever else wants the same. ``ticket``: 128 bits that the client has drawn; they open the seat. */
export interface PairWish {
  game: string;
  seats: number;
  ticket: string;
  pace?: 'quick' | 'calm' | 'days';
  rated?: boolean;
  name?: string;
  entropy?: string;
}

/** Who asks, or leaves. */
export interface Ticket {
  ticket: string;
}

/** How it stands. ``table``, ``seat``: where one sits by now; ``card``: one's card opens the seat, not the ticket. Else how many wait for the same (oneself included), how many of them longer, since when oneself does, and the seconds that the last pairs waited (their median; null: too few yet). */
export interface Paired {
  game: string;
  table: string | null;
  seat: number | null;
  card: boolean;
  waiting: number;
  ahead: number;
  since: number;
  estimate: number | null;
}

/** Tell this browser of my turns: its subscription at its push service, and the language to speak. */
export interface BrowserWish {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: 'en' | 'fr' | 'de' | 'fa';
}

/** Send my turns to this address too. */
export interface WebhookWish {
  address: string;
  language?: 'en' | 'fr' | 'de' | 'fa';
}

/** Tell me nothing from one time of the day to another: minutes since midnight, in a zone like Europe/Paris. */
export interface QuietWish {
  begins: number;
  ends: number;
  zone: string;
}

/** Whether to tell me of my turns at one table. */
export interface TableAlerts {
  on: boolean;
}

/** Send something now, to see whether it arrives: to this browser, or to the webhook. */
export interface TrialWish {
  to: 'browser' | 'webhook';
}

/** Did it arrive? Else why not: ``address``, ``time``, ``connection``, or the status that was answered. */
export interface Trial {
  arrived: boolean;
  trouble: string;
}

/** Where my turns are sent, what they are signed with, and what was wrong with the last one, if anything was. */
export interface WebhookInfo {
  address: string;
  secret: string;
  trouble: string;
}

/** When I am told nothing. */
export interface QuietHours {
  begins: number;
  ends: number;
  zone: string;
}

/** What I have said about alerts. ``push_key``: what a browser subscribes with (null: none are sent here); ``browser``: this one is told; ``browsers``: how many are; ``silenced``: tables of which I am told nothing. */
export interface AlertsInfo {
  push_key: string | null;
  browser: boolean;
  browsers: number;
  webhook: WebhookInfo | null;
  quiet: QuietHours | null;
  silenced: string[];
}

/** A try at the deal of the day, alone or against bots. */
export interface DailyWish {
  kind: 'alone' | 'bots';
  name?: string;
}

/** Where one plays the deal of the day. ``counts``: it is one's first try with a card, and the club sees it. */
export interface DailySeat {
  seated: Seated;
  counts: boolean;
}

/** A line of a day's standings; ``lead``: over the best bot. ``table`` is told when the day is over. */
export interface DailyRow {
  place: number;
  name: string;
  shape: 'red' | 'yellow' | 'green' | 'blue';
  points: number;
  lead: number;
  mine: boolean;
  table: string | null;
}

/** One's own try that counts: it goes on, has points and a place, was given up, or ended when the day was over. */
export interface DailyTry {
  table: string;
  state: 'playing' | 'scored' | 'given_up' | 'late';
  points: number;
  lead: number;
  place: number;
}

/** A deal of a day: against which bots, how many have points and how many play, the best, and one's own try. */
export interface DailyDeal {
  kind: 'alone' | 'bots';
  bots: string[];
  scored: number;
  playing: number;
  rows: DailyRow[];
  mine: DailyTry | null;
}

/** The deals of a day. ``seed`` is told when the day is over (``ends``, in milliseconds since 1970). */
export interface Daily {
  game: string;
  day: string;
  today: string;
  ends: number;
  commitment: string;
  tomorrow: string;
  seed: string | null;
  club: boolean;
  earlier: boolean;
  deals: DailyDeal[];
}

/** Several tables with one chance: ``sides`` are the places of the first, one further at each that follows. */
export interface DuplicateWish {
  game: string;
  sides: PlaceWish[];
  right: string;
  tables?: number;
  options?: Record<string, string>;
  clock?: Clock;
  title?: string;
}

/** One more table with the chance of a match that is over. ``known``: those who have seen it may play too. */
export interface AgainWish {
  known?: boolean;
  turned?: boolean;
}

/** What whoever opened a duplicate leads it by. */
export interface DuplicateRight {
  right: string;
}

/** A table with the chance of a match that is over, and the duplicate that both belong to. */
export interface Again {
  duplicate: string;
  table: string;
}

/** The duplicate that a match belongs to, if any. */
export interface DuplicateAt {
  duplicate: string | null;
}

/** A place at a table of a duplicate. ``side``: who belongs together, over all tables. */
export interface DuplicateSeat {
  colour: string;
  name: string;
  kind: 'person' | 'bot' | 'open';
  level: string;
  side: number;
}

/** A table of a duplicate. While others play, only that it has begun is told, and nothing of earlier ones. */
export interface DuplicateTable {
  number: number;
  table: string | null;
  state: 'open' | 'begun' | 'over' | 'late' | 'closed';
  known: boolean;
  seats: DuplicateSeat[];
  points: number[] | null;
  winners: number[] | null;
  ending: 'played' | 'given_up' | null;
  mine: boolean;
}

/** How one place was played at one table. ``lead``: over the best other. Match points: two for each result that is beaten, one for an equal one. */
export interface DuplicateResult {
  table: number;
  name: string;
  kind: 'person' | 'bot';
  level: string;
  points: number | null;
  lead: number | null;
  won: boolean;
  known: boolean;
  place: number | null;
  match_points: number | null;
  against: number | null;
}

/** All results of one place, the best first. */
export interface DuplicatePlace {
  seat: number;
  colour: string;
  most: number;
  results: DuplicateResult[];
}

/** What a side has come to over all tables that count. */
export interface DuplicateSide {
  side: number;
  names: string[];
  lead: number;
  match_points: number;
}

/** A duplicate: its tables, and when nobody plays with its chance any more, all results side by side. */
export interface Duplicate {
  name: string;
  game: string;
  title: string;
  options: Record<string, string>;
  clock: Clock;
  seats: number;
  created: number;
  until: number | null;
  settled: boolean;
  commitment: string;
  entropy: string[];
  seed: string | null;
  missing: number;
  even: boolean;
  tables: DuplicateTable[];
  places: DuplicatePlace[];
  sides: DuplicateSide[];
}

/** Open an evening. ``right``: 128 bits that the organiser's client has drawn; whoever holds them leads it. ``seats``: the most at a table; ``rounds``: how many a Swiss evening has (a round robin has as many as it takes); ``by_itself``: the second round and all after it begin a while after the last table has ended. */
export interface EveningWish {
  game: string;
  right: string;
  seats?: number;
  pace?: 'quick' | 'calm' | 'free';
  kind?: 'robin' | 'swiss';
  rounds?: number;
  by_itself?: boolean;
  title?: string;
}

/** Come to an evening, or come back. ``ticket``: 128 bits that the client has drawn; they open one's seats. */
export interface EveningJoin {
  ticket: string;
  name?: string;
  entropy?: string;
}

/** How does it stand? ``ticket``, ``right``: what one has; ``entropy``: what one adds to the next match's chance. */
export interface EveningLook {
  ticket?: string | null;
  right?: string | null;
  entropy?: string;
}

/** Begin the next round, after so many: who presses twice begins one. Who still plays is left where they are. */
export interface EveningGoOn {
  right: string;
  rounds: number;
}

/** Wait no longer for a table: these people have won it; nobody: they share the point. */
export interface EveningClose {
  right: string;
  table: string;
  winners?: number[];
}

/** Somebody leaves: oneself, by the ticket or the card; or anybody, by the organiser's right. */
export interface EveningLeave {
  ticket?: string | null;
  right?: string | null;
  person?: number | null;
}

/** No further round. */
export interface EveningEnd {
  right: string;
}

/** Somebody who came, after so many rounds. */
export interface EveningPerson {
  number: number;
  name: string;
  since: number;
  gone: boolean;
}

/** A table: people by their numbers, in the order of the seats; twelfths of a point for each, once it is over. ``by``: who said so, the match or the organiser. */
export interface EveningTable {
  table: string;
  people: number[];
  points: number[] | null;
  by: '' | 'match' | 'organiser';
}

/** A round: its tables, and who sits out. */
export interface EveningRound {
  tables: EveningTable[];
  byes: number[];
}

/** Where somebody stands. Points, ``opponents`` in twelfths, ``beaten`` in twenty-fourths; ``by``: what decided. */
export interface EveningStanding {
  place: number;
  person: number;
  points: number;
  played: number;
  wins: number;
  byes: number;
  opponents: number;
  beaten: number;
  by: 'points' | 'opponents' | 'direct' | 'beaten' | 'wins' | 'equal';
}

/** An evening, as everybody sees it who knows its name. ``next``: when the next round begins by itself. */
export interface Evening {
  evening: string;
  title: string;
  game: string;
  seats: number;
  pace: 'quick' | 'calm' | 'free';
  kind: 'robin' | 'swiss';
  planned: number;
  by_itself: boolean;
  created: number;
  status: 'gathering' | 'playing' | 'between' | 'over';
  people: EveningPerson[];
  rounds: EveningRound[];
  standings: EveningStanding[];
  next: number | null;
}

/** An evening for one who came, or leads it. ``me``: one's number; ``table``, ``seat``: where one plays now; ``card``: one's card opens the seat, not the ticket; ``adds``: the house has what one adds to the next match's chance. */
export interface MyEvening {
  evening: Evening;
  me: number | null;
  table: string | null;
  seat: number | null;
  card: boolean;
  adds: boolean;
  organiser: boolean;
}
