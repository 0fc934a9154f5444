package dev.referee.desk;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the permit desk. */
@SpringBootApplication
public class PermitDesk {

    /** Starts the web application; arguments are Spring Boot's. */
    public static void main(String[] args) {
        SpringApplication.run(PermitDesk.class, args);
    }
}
