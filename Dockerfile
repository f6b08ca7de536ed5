# docker build --tag firmhub .
# docker run --publish 8080:8080 --volume firmhub-data:/data firmhub
# test/deploy/dockerfile_test.go runs the steps of the first stage as they are written; so they name no path outside of it.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o out/firmhub ./cmd/firmhub && mkdir -m 700 out/data

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
