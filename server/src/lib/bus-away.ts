/** Thrown when the bus does not take a message; the bus logs its own outages, and no stack explains them. */
export class BusAway extends Error {
  override name = 'BusAway';
  constructor() {
    super('The realtime bus is not reachable.');
  }
}
