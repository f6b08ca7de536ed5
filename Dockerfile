# docker build --build-arg VERSION=1.2.3 --tag firmhub .
# docker run --publish 8080:8080 --volume firmhub-data:/data firmhub
# test/deploy/dockerfile_test.go runs the steps of the first stage as they are written; so they name no path outside of it.
# Go compiles for the other platform by itself, without an emulator.
FROM --platform=$BUILDPLATFORM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# VERSION is that of the release; without it the program takes it from git, as make build does.
ARG VERSION TARGETOS TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath \
      -ldflags="-s -w -X github.com/firmhub/firmhub/internal/app/version.linked=$VERSION" -o out/firmhub ./cmd/firmhub && \
    mkdir -m 700 out/data

# Certificates, time zones and the user nonroot; no shell, no package manager.
FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /src/out/firmhub /usr/local/bin/firmhub
COPY --from=build --chown=nonroot:nonroot /src/out/data /data
ENV FIRMHUB_ADDR=:8080 FIRMHUB_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
# Migrations run before the server answers; the first answer counts at once.
HEALTHCHECK --interval=5s --timeout=4s --start-period=1h CMD ["firmhub", "call", "GET", "/readyz", "--local"]
ENTRYPOINT ["firmhub"]
CMD ["serve"]
