import { Module } from '@nestjs/common';
import { ImageTool } from './image-tool';
import { MediaProbe } from './media-probe';

/** Tools for pictures, sound and video. */
@Module({
  providers: [ImageTool, { provide: MediaProbe, useFactory: () => new MediaProbe() }],
  exports: [ImageTool, MediaProbe],
})
export class ImagingModule {}
