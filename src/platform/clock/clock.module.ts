import { Global, Module } from '@nestjs/common';
import { Clock, Ids, SystemClock, SystemIds } from './clock';

@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: Ids, useClass: SystemIds },
  ],
  exports: [Clock, Ids],
})
export class ClockModule {}
